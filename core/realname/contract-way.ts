/** Page on which an enterprise is verified that a contract waits for; leads back to that contract. */
export const companyPathFor = (taskId: string): string =>
  `/auth/company?currentComp=AuthInit&planId=${taskId}`;

/** Page on which a person is verified first, where it is the enterprise that a contract waits for. */
export const personPathFor = (taskId: string): string =>
  `/auth/person?currentComp=AuthInit&planId=${taskId}&ent=1`;
