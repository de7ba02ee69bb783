import type { PersonAuth } from '#core/identity/states.ts';

/** Input of the home page's dialogs, once the person's information is loaded ([4.16]). */
export interface HomeFacts {
  defaultPwd: boolean;
  /** Wire format: empty means unauthenticated. */
  authStatus: PersonAuth | '';
  userOwnerType: 'INSIDE' | 'OUTSIDE';
  /** Handwritten signature, empty if there is none. */
  handWriteImg: string;
  /** Whether the page was reached on return from a face verification. */
  fromFace: boolean;
  /** Whether the person may start an enterprise's authentication ([6.5a]). */
  mayAuthEnterprise: boolean;
}

export type HomeStep = 'PASSWORD' | 'REAL_NAME_FIRST' | 'REAL_NAME_ONGOING' | 'SIGNATURE' | 'ENTERPRISE';

/** The dialogs of the home page in the order of [4.16a-f]; each opens when the previous one is closed. */
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
