import { once, type SendingPart } from '#edge/sending/sending-part.ts';
import { checkBusinessType } from './check-business-type.ts';

/** The business type that the sender must be authorized for. */
export const businessTypePart: SendingPart = ({ businessType }, context) => {
  const check = once(() => checkBusinessType(context, businessType));
  return { ahead: () => [check()], of: () => ({ check }) };
};
