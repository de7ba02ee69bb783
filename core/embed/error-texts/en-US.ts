import type { EMBED_ERRORS } from '../errors.ts';

export default {
  EMBED_LINK_INVALID:
    'This embedded link is not valid. Go back to the system that you came from and open it again.',
  EMBED_LINK_USED:
    'This embedded link was already used. Go back to the system that you came from and open it again.',
  EMBED_LINK_ENDED:
    'This embedded link has ended. Go back to the system that you came from and open it again.',
  EMBED_ORIGIN:
    'The API key does not allow this site to embed pages. Ask your administrator to add its origin under API keys.',
  EMBED_NOT_HERE: 'An embedded page cannot do this. Log in to the system to do it.',
  EMBED_NOT_READY:
    'This signer cannot sign now: they must be registered, and it must be their turn. Check the signer and the state of the contract.',
  EMBED_NOT_MEMBER:
    'No member of the enterprise with this mobile number may do this. Check the number, or ask your administrator to give them the role.',
  EMBED_NOT_WEB:
    'Only web templates can be edited in an embedded page. Log in to the system to edit a Word template.',
} satisfies Record<keyof typeof EMBED_ERRORS, string>;
