import { and, eq, inArray } from 'drizzle-orm';
import { type Bytes, fromBase64, toHex } from '#core/bytes.ts';
import type { ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { bundleFiles, documentPath } from '#core/evidence/bundle.ts';
import type { ReportFacts } from '#core/evidence/report.ts';
import type { Language } from '#core/locales/languages.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import type { downloadEvidence as call } from '#core/task/calls.ts';
import type { TrailEntry } from '#core/task/trail.ts';
import { certificate, consent, documentRevision } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { countAttempt } from '#edge/kernel/count-attempts.ts';
import type { FileAnswer } from '#edge/kernel/http/implement.ts';
import { streamZip, type ZipEntry, zipLength } from '#edge/kernel/http/stream-zip.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import { type LogProof, proveEntries } from '#edge/log/prove-entries.ts';
import { chainOf } from '#edge/pki/chain-of.ts';
import { validationDataFor } from '#edge/pki/validation-data.ts';
import { pipeSegments, type RevisionRow, readRevision } from '#edge/signing/revisions.ts';
import { readTrail } from '#edge/signing/trail-of.ts';
import { changeTask } from './change-task.ts';
import { makeEvidenceReport } from './make-evidence-report.ts';
import { readTask, type WholeTask } from './read-task.ts';

/** Bundles per person, task and minute: each is typeset, signed and recorded in the trail. */
const PER_MINUTE = 6;

/**
 * The evidence bundle of a finished task: documents, report, trail with inclusion proofs of the transparency log,
 * certificates with revocation data, and instructions to verify it all with third-party tools. Recorded in the trail.
 * Throws NOT_FOUND, TASK_NOT_FINISHED, TOO_OFTEN.
 */
export async function downloadEvidence(
  { planId, language }: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<FileAnswer> {
  const { actor } = context;
  const whole = await readTask(context, planId);
  if (whole.task.endReason !== 'COMPLETED') throw new AppError('TASK_NOT_FINISHED');
  if ((await countAttempt(context, `evidence:${actor.accountId}:${planId}`, 60_000)) > PER_MINUTE)
    throw new AppError('TOO_OFTEN');
  const fileName = `${whole.task.number}-evidence.zip`;
  await withRetry(async () => {
    const { task } = await readTask(context, planId);
    await changeTask(context, task, {
      set: {},
      trail: [{ event: 'DOWNLOADED', operator: actor.name, agent: actor.entName, remark: fileName }],
      more: [],
    });
  });
  const revisions = await Promise.all(
    whole.documents.map(({ id, revision }) => readRevision(context, id, revision)),
  );
  const entries = await bundle(context, whole, revisions, language ?? context.language);
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  context.defer(streamZip(entries, writable, new Date(context.now)));
  return { body: readable, length: zipLength(entries), fileName, contentType: 'application/zip' };
}

async function bundle(
  context: SignedInContext,
  whole: WholeTask,
  revisions: readonly RevisionRow[],
  language: Language,
): Promise<ZipEntry[]> {
  const { task } = whole;
  const log = await proveEntries(context, task.id);
  // Lines appended since the proofs were made are left to the next bundle.
  const trail = (await readTrail(context, task.id)).flatMap((entry) => {
    const proof = log.entries.get(entry.seq);
    return proof ? [{ ...entry, proof }] : [];
  });
  const certificates = await certificatesOf(context, whole);
  const ders = [...certificates.values()].flatMap(({ chain }) => chain);
  const data = await validationDataFor(context, ders.map(parseCertificate));
  const all = uniqueOf([...ders, ...data.certificates]);
  const roots = all.filter((der) => parseCertificate(der).selfIssued);
  const documents = whole.documents.map(({ name }, i) => ({ name, sha256: revisions[i]!.sha256 }));
  const report = await makeEvidenceReport(
    context,
    await reportFacts(context, whole, { language, documents, trail, log, certificates }),
  );
  const files = bundleFiles({
    number: task.number,
    title: task.name,
    fileType: task.fileType,
    language,
    documents,
    trail,
    logKey: log.key,
    checkpoint: log.note,
    token: log.token,
    certificates: all.filter((der) => !roots.includes(der)),
    roots,
    ocsps: data.ocsps,
    crls: data.crls,
  });
  return [
    ...[...files, { name: 'report.pdf', bytes: report }].map(({ name, bytes }) => ({
      name,
      length: bytes.length,
      open: async () => new Response(bytes).body!,
    })),
    ...revisions.map((revision, i) => ({
      name: documentPath(i, task.fileType),
      length: revision.length,
      open: async () => {
        const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
        context.defer(pipeSegments(context, revision, writable));
        return readable;
      },
    })),
  ];
}

const uniqueOf = (ders: readonly Bytes[]): Bytes[] => [
  ...new Map(ders.map((der) => [toHex(der), der])).values(),
];

type Certificates = ReadonlyMap<string, { signerId: string; subject: string; chain: Bytes[] }>;

/** Signing certificates of the task's documents with their chains, keyed by signer and certificate id. */
async function certificatesOf(context: SignedInContext, { documents }: WholeTask): Promise<Certificates> {
  const rows = await context.db
    .selectDistinct({ signerId: documentRevision.signerId, row: certificate })
    .from(documentRevision)
    .innerJoin(certificate, eq(certificate.id, documentRevision.certificateId))
    .where(
      and(
        inArray(
          documentRevision.documentId,
          documents.map(({ id }) => id),
        ),
      ),
    );
  const found = new Map<string, { signerId: string; subject: string; chain: Bytes[] }>();
  for (const { signerId, row } of rows)
    found.set(`${signerId}:${row.id}`, {
      signerId: signerId ?? '',
      subject: `${row.subject} (${row.serial})`,
      chain: [fromBase64(row.der), ...(await chainOf(context, row)).slice(1)],
    });
  return found;
}

/** Formats epoch ms in China's time zone (UTC+8): 2026-11-20 14:05:09. */
const secondsInChina = (at: number): string =>
  new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');

async function reportFacts(
  context: SignedInContext,
  { task, signers }: WholeTask,
  {
    language,
    documents,
    trail,
    log,
    certificates,
  }: {
    language: Language;
    documents: readonly { name: string; sha256: string }[];
    trail: readonly TrailEntry[];
    log: LogProof;
    certificates: Certificates;
  },
): Promise<ReportFacts> {
  const consents = await context.db.select().from(consent).where(eq(consent.taskId, task.id));
  const at = (time: number | null) => (time === null ? '' : secondsInChina(time));
  const nameOf = (row: (typeof signers)[number]) => [row.entName, row.userName].filter(Boolean).join(' · ');
  const times = new Map(trail.map((entry) => [entry.seq, entry.at]));
  return {
    language,
    number: task.number,
    title: task.name,
    initiator: task.initiatorEntName || task.initiatorName,
    completedAt: at(task.endedAt),
    files: documents,
    parties: signers.map((row) => ({
      name: nameOf(row),
      signedAt: at(row.signedAt),
      certificates: [...certificates.values()]
        .filter(({ signerId }) => signerId === row.id)
        .map(({ subject }) => subject),
    })),
    consents: consents.flatMap(({ signerId, method, digests, createdAt }) => {
      const who = signers.find(({ id }) => id === signerId);
      return who
        ? [
            {
              who: nameOf(who),
              method,
              at: at(createdAt),
              digests,
            },
          ]
        : [];
    }),
    steps: trail,
    timeOf: (seq) => at(times.get(seq) ?? null),
    log: { origin: log.key.name, size: log.size, root: log.root, stampedAt: at(log.stampedAt) },
  };
}
