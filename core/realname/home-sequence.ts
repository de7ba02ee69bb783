import type { PersonAuth } from '#core/identity/states.ts';

/** What the home page knows when the person's information has come ([4.16]). */
export interface HomeFacts {
  defaultPwd: boolean;
  /** As the wire has it: empty is unauthenticated. */
  authStatus: PersonAuth | '';
  userOwnerType: 'INSIDE' | 'OUTSIDE';
  /** Handwritten signature, empty where there is none. */
  handWriteImg: string;
  /** Whether the page was just come back to from a face verification. */
  fromFace: boolean;
  /** Whether the person may have an enterprise authenticated ([6.5a]). */
  mayAuthEnterprise: boolean;
}

export type HomeStep = 'PASSWORD' | 'REAL_NAME_FIRST' | 'REAL_NAME_ONGOING' | 'SIGNATURE' | 'ENTERPRISE';

/** The dialogs of the home page in the order of [4.16a-f]; each opens when the one before it was closed. */
export function homeSteps(facts: HomeFacts): HomeStep[] {
  if (facts.defaultPwd) return ['PASSWORD'];
  switch (facts.authStatus) {
    case 'AUTHING':
    case 'FIRSTAUTHING':
      return ['REAL_NAME_ONGOING'];
    case 'AUTH':
      break;
    default:
      return ['REAL_NAME_FIRST'];
  }
  if (!facts.fromFace) return [];
  return [
    ...(facts.handWriteImg === '' ? (['SIGNATURE'] as const) : []),
    ...(facts.userOwnerType === 'OUTSIDE' && facts.mayAuthEnterprise ? (['ENTERPRISE'] as const) : []),
  ];
}
