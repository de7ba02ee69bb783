import type { Bytes } from '#core/bytes.ts';
import { downloadDocument, downloadEvidence } from '#core/task/calls.ts';
import { companyA, companyB, sendBetweenCompanies, sign } from '#tests/fixtures/contracts.ts';
import { signOfd } from '#tests/fixtures/sign-ofd.ts';
import { untilPreserved } from '#tests/fixtures/until-preserved.ts';
import { openOffice, stampRequest } from '#tests/unit/ofd-sign/signing-party.ts';
import { smallOfd } from '#tests/unit/ofd-sign/small-ofd.ts';
import { append, BASE, makePdf, makeSigner, sign as signSmall } from '#tests/unit/pdf-verify/build-pdf.ts';

/** A contract that both companies signed through the product, as it is downloaded. */
export async function signedByBoth(): Promise<Bytes> {
  const [a, b] = await Promise.all([companyA(), companyB()]);
  const taskId = await sendBetweenCompanies(a);
  await sign(b, taskId);
  await sign(a, taskId);
  return (await a.download(downloadDocument, { planId: taskId, fileIndex: 0 })).bytes;
}

let bundle: Promise<Bytes> | undefined;

/** The bundle of evidence of such a contract, made once. */
export function bundleOfBoth(): Promise<Bytes> {
  bundle ??= (async () => {
    const [a, b] = await Promise.all([companyA(), companyB()]);
    const taskId = await sendBetweenCompanies(a);
    await sign(b, taskId);
    await sign(a, taskId);
    await untilPreserved(a, taskId);
    return (await a.download(downloadEvidence, { planId: taskId, language: 'zh-CN' })).bytes;
  })();
  return bundle;
}

/** The same file with one bit turned over after it was signed, in a comment that no reader looks at. */
export function tampered(file: Bytes): Bytes {
  const out = file.slice();
  const comment = out.indexOf(0x25, 5) + 2;
  out[comment] = out[comment]! ^ 1;
  return out;
}

/** A signed PDF whose first page another revision replaced afterwards. */
export async function rewritten(): Promise<Bytes> {
  const by = await makeSigner('改写前的签署人');
  return append(await signSmall(makePdf(), by), { 4: BASE[13]! });
}

/** An OFD stamped with SM2 by an authority that the product does not know, and that authority's certificates as PEM. */
export async function stampedOfd(name: string): Promise<{ file: Bytes; authority: string }> {
  const office = await openOffice();
  const party = await office.party(name);
  const file = await signOfd(smallOfd(), stampRequest(party), party.holder.signer);
  const certificates = [...office.trust.certificates, ...office.trust.trustAnchors];
  return { file, authority: certificates.map(pem).join('') };
}

function pem(der: Bytes): string {
  const lines = Buffer.from(der)
    .toString('base64')
    .match(/.{1,64}/g)!;
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
