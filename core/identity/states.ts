/** Real-name state of a person ([4.7a]); the empty string of the wire is UNAUTH ([4.7e]). */
export const PERSON_AUTH = ['UNAUTH', 'AUTHING', 'FIRSTAUTHING', 'AUTH', 'REVOKE', 'GOINGAUTH'] as const;
export type PersonAuth = (typeof PERSON_AUTH)[number];

/** Whether the owner of data is part of the operator's own organization ([1.1b]). */
export const OWNER_TYPES = ['INSIDE', 'OUTSIDE'] as const;
export type OwnerType = (typeof OWNER_TYPES)[number];
