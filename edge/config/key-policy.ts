import { fromBase64 } from '#core/bytes.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import type { saveKeyPolicy as saveCall } from '#core/config/calls.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import { describeChange } from './describe-change.ts';
import { readSetting, writeSetting } from './settings.ts';

/**
 * Stores the requirements for binding a key. Throws INPUT_INVALID, with the path, for a certificate that is not of a CA
 * or has expired.
 */
export async function saveKeyPolicy(
  input: ParsedInputOf<typeof saveCall>,
  context: SignedInContext,
): Promise<OutputOf<typeof saveCall>> {
  const wrong = input.value.authorities.flatMap(({ certificate }, i) =>
    isAuthority(certificate, context.now)
      ? []
      : [{ path: `value.authorities.${i}.certificate`, problem: 'config:rule.certificate' }],
  );
  if (wrong.length > 0) throw new InputRefused(wrong);
  const { value: before } = await readSetting(context, 'key-policy');
  const remark = describeChange(before, input.value);
  return writeSetting(context, 'key-policy', input, { action: 'KEY_POLICY_CHANGED', remark });
}

function isAuthority(certificate: string, now: number): boolean {
  try {
    const { extensions, notAfter } = parseCertificate(fromBase64(certificate));
    return extensions.basicConstraints?.ca === true && notAfter > now;
  } catch {
    return false;
  }
}
