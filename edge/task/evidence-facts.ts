import { and, desc, eq, inArray, or } from 'drizzle-orm';
import type { Bytes } from '#core/bytes.ts';
import { chinaTime } from '#core/china-time.ts';
import type { ReportFacts } from '#core/evidence/report.ts';
import type { Language } from '#core/locales/languages.ts';
import type { Certificate } from '#core/pki/certificate/certificate.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import { parseCrl } from '#core/pki/crl/parse-crl.ts';
import { parseOcspResponse } from '#core/pki/ocsp/parse-ocsp-response.ts';
import type { TrailEntry } from '#core/task/trail.ts';
import { verifyFile } from '#core/verification/verify-file.ts';
import { consent, realnameApplication } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import type { LogProof } from '#edge/log/prove-entries.ts';
import { type RevisionRow, revisionBytes } from '#edge/signing/revisions.ts';
import type { TaskWithParties } from './read-task.ts';

/** A certificate with which a signer signed, and the chain above it (DER). */
export interface SignersCertificate {
  signerId: string;
  subject: string;
  chain: Bytes[];
}

interface EvidenceSources {
  language: Language;
  documents: readonly { name: string; sha256: string }[];
  trail: readonly TrailEntry[];
  log: LogProof;
  certificates: readonly SignersCertificate[];
  /** What the bundle contains, DER. */
  validation: { certificates: readonly Bytes[]; ocsps: readonly Bytes[]; crls: readonly Bytes[] };
  stamps: readonly Stamp[];
}

/** A time stamp in a document; `on` is empty for one on the whole file, `at` epoch ms. */
interface Stamp {
  file: string;
  on: string;
  authority: string;
  at: number;
}

const timeText = (at: number | null | undefined): string => (at ? chinaTime(at) : '');

type SignerRow = TaskWithParties['signers'][number];
const nameOf = (row: SignerRow): string => [row.entName, row.userName].filter(Boolean).join(' · ');

/** What the evidence report says of a finished task. */
export async function reportFacts(
  context: SignedInContext,
  contract: TaskWithParties,
  { language, documents, trail, log, certificates, validation, stamps }: EvidenceSources,
): Promise<ReportFacts> {
  const { task, signers } = contract;
  const consents = await context.db.select().from(consent).where(eq(consent.taskId, task.id));
  const times = new Map(trail.map((entry) => [entry.seq, entry.at]));
  return {
    language,
    number: task.number,
    title: task.name,
    initiator: task.initiatorEntName || task.initiatorName,
    completedAt: timeText(task.endedAt),
    files: documents,
    parties: signers.map((row) => ({
      name: nameOf(row),
      signedAt: timeText(row.signedAt),
      certificates: certificates.filter(({ signerId }) => signerId === row.id).map(({ subject }) => subject),
    })),
    identities: await identitiesOf(context, signers),
    consents: consents.flatMap(({ signerId, method, digests, createdAt }) => {
      const who = signers.find(({ id }) => id === signerId);
      return who ? [{ who: nameOf(who), method, at: timeText(createdAt), digests }] : [];
    }),
    steps: trail,
    timeOf: (seq) => timeText(times.get(seq)),
    certificates: certificateFacts(validation),
    stamps: stamps.map(({ at, ...stamp }) => ({ ...stamp, at: timeText(at) })),
    log: { origin: log.key.name, size: log.size, root: log.root, stampedAt: timeText(log.stampedAt) },
  };
}

/** The verification of each signer's person and enterprise that was passed last before they signed. */
async function identitiesOf(
  { db }: SignedInContext,
  signers: readonly SignerRow[],
): Promise<ReportFacts['identities']> {
  const persons = signers.map(({ accountId }) => accountId).filter(Boolean);
  const enterprises = signers.flatMap((row) => enterpriseOf(row) ?? []);
  const { subject, accountId, entId, state, decidedAt, route } = realnameApplication;
  const passed = await db
    .select({ subject, accountId, entId, route, decidedAt })
    .from(realnameApplication)
    .where(
      and(
        eq(state, 'PASSED'),
        or(
          and(eq(subject, 'PERSON'), inArray(accountId, persons)),
          and(eq(subject, 'ENTERPRISE'), inArray(entId, enterprises)),
        ),
      ),
    )
    .orderBy(desc(decidedAt));
  type PassedPart = (typeof passed)[number];
  const proofOf = (name: string, signedAt: number | null, isOf: (row: PassedPart) => boolean) => {
    const proof = passed.find((row) => isOf(row) && (row.decidedAt ?? 0) <= (signedAt ?? 0));
    return { name, route: proof?.route ?? ('' as const), at: timeText(proof?.decidedAt) };
  };
  const all = signers.flatMap((row) => {
    const entId = enterpriseOf(row);
    return [
      ...(entId
        ? [proofOf(row.entName, row.signedAt, (one) => one.subject === 'ENTERPRISE' && one.entId === entId)]
        : []),
      proofOf(
        row.userName,
        row.signedAt,
        (one) => one.subject === 'PERSON' && one.accountId === row.accountId,
      ),
    ];
  });
  return [...new Map(all.map((one) => [`${one.name}:${one.at}`, one])).values()];
}

const enterpriseOf = ({ ownerKey }: SignerRow): string | null =>
  ownerKey.startsWith('E:') ? ownerKey.slice(2) : null;

/** What the revocation data say of each certificate: answers (OCSP) before lists (CRL). */
function certificateFacts({
  certificates,
  ocsps,
  crls,
}: EvidenceSources['validation']): ReportFacts['certificates'] {
  const answers = ocsps.flatMap((der) => parseOcspResponse(der).basic?.responses ?? []);
  const lists = crls.map(parseCrl);
  const saidOf = ({ serialHex, issuer, selfIssued }: Certificate) => {
    if (selfIssued) return { revocation: 'root', said: '' } as const;
    const answer = answers.find(({ certId }) => certId.serialHex === serialHex);
    if (answer) return { revocation: answer.status.kind, said: timeText(answer.thisUpdate) } as const;
    const list = lists.find((one) => one.issuer.key === issuer.key);
    if (!list) return { revocation: 'unknown', said: '' } as const;
    const revoked = list.entries.some((entry) => entry.serialHex === serialHex);
    return { revocation: revoked ? 'revoked' : 'good', said: timeText(list.thisUpdate) } as const;
  };
  return certificates.map((der) => {
    const certificate = parseCertificate(der);
    const { subject, serialHex, notBefore, notAfter } = certificate;
    const [from, to] = [notBefore, notAfter].map((at) => timeText(at).slice(0, 10));
    return {
      subject: subject.commonName ?? subject.text,
      serial: serialHex,
      from: from!,
      to: to!,
      ...saidOf(certificate),
    };
  });
}

/** The time stamps in the documents, one document in memory at a time. */
export async function stampsIn(
  context: SignedInContext,
  { documents }: TaskWithParties,
  revisions: readonly RevisionRow[],
): Promise<Stamp[]> {
  const found: Stamp[] = [];
  for (const [i, revision] of revisions.entries()) {
    const bytes = await revisionBytes(context, revision);
    const { signatures, documentTimestamps } = await verifyFile(bytes, { time: context.now });
    const file = documents[i]!.name;
    for (const [list, isOnAll] of [
      [signatures, false],
      [documentTimestamps, true],
    ] as const)
      for (const { signer, detail } of list)
        for (const { time, authority } of detail.timestamps)
          if (time !== null)
            found.push({ file, on: isOnAll ? '' : (signer ?? ''), authority: authority ?? '', at: time });
  }
  return found;
}
