import { and, eq, inArray } from 'drizzle-orm';
import { type Bytes, fromBase64, toHex } from '#core/bytes.ts';
import type { ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { bundleFiles, documentPath, REPORTS } from '#core/evidence/bundle.ts';
import type { Language } from '#core/locales/languages.ts';
import { parseCertificate } from '#core/pki/certificate/parse-certificate.ts';
import { parseCms } from '#core/pki/cms/parse-cms.ts';
import type { downloadEvidence as call } from '#core/task/calls.ts';
import { certificate, documentRevision } from '#db/schema/index.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { countAttempt } from '#edge/kernel/count-attempts.ts';
import type { FileAnswer } from '#edge/kernel/http/implement.ts';
import { streamZip, type ZipEntry, zipLength } from '#edge/kernel/http/stream-zip.ts';
import { withRetry } from '#edge/kernel/storage/commit.ts';
import { proveEntries } from '#edge/log/prove-entries.ts';
import { chainOf } from '#edge/pki/chain-of.ts';
import { trustAnchors } from '#edge/pki/trust-anchors.ts';
import { validationDataFor } from '#edge/pki/validation-data.ts';
import { pipeSegments, type RevisionRow, readRevision } from '#edge/signing/revisions.ts';
import { readTrail } from '#edge/trail/trail-of.ts';
import { advanceTask, operatorOf } from './advance-task.ts';
import { reportFacts, type SignersCertificate, stampsIn } from './evidence-facts.ts';
import { makeEvidenceReport } from './make-evidence-report.ts';
import { readTask, type TaskWithParties } from './read-task.ts';

/** Bundles per person, task and minute: each is typeset, signed and recorded in the trail. */
const PER_MINUTE = 6;

/**
 * The evidence bundle of a finished task: documents, report, trail with inclusion proofs of the transparency log,
 * certificates with revocation data, and instructions to verify it all with third-party tools. Recorded in the trail.
 * Throws NOT_FOUND, TASK_NOT_FINISHED, TOO_OFTEN.
 */
export async function downloadEvidence(
  { planId: taskId, language }: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<FileAnswer> {
  const { actor } = context;
  const contract = await readTask(context, taskId);
  if (contract.task.endReason !== 'COMPLETED') throw new AppError('TASK_NOT_FINISHED');
  if ((await countAttempt(context, `evidence:${actor.accountId}:${taskId}`, 60_000)) > PER_MINUTE)
    throw new AppError('TOO_OFTEN');
  const fileName = `${contract.task.number}-evidence.zip`;
  await withRetry(async () => {
    await advanceTask(context, await readTask(context, taskId), {
      event: 'download',
      by: operatorOf(actor),
      remark: fileName,
    });
  });
  const revisions = await Promise.all(
    contract.documents.map(({ id, revision }) => readRevision(context, id, revision)),
  );
  const entries = await bundle(context, contract, revisions, language ?? context.language);
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  context.defer(streamZip(entries, writable, new Date(context.now)));
  return { body: readable, length: zipLength(entries), fileName, contentType: 'application/zip' };
}

async function bundle(
  context: SignedInContext,
  contract: TaskWithParties,
  revisions: readonly RevisionRow[],
  language: Language,
): Promise<ZipEntry[]> {
  const { task } = contract;
  const log = await proveEntries(context, task.id);
  // Lines appended since the proofs were made are left to the next bundle.
  const trail = (await readTrail(context, task.id)).flatMap((entry) => {
    const proof = log.entries.get(entry.seq);
    return proof ? [{ ...entry, proof }] : [];
  });
  const certificates = await certificatesOf(context, contract);
  const ders = [...certificates.values()].flatMap(({ chain }) => chain);
  const data = await validationDataFor(context, ders.map(parseCertificate));
  const all = await withAnchors(context, [
    ...ders,
    ...data.certificates,
    ...parseCms(log.token).certificates.map(({ der }) => der),
  ]);
  const roots = all.filter((der) => parseCertificate(der).selfIssued);
  const documents = contract.documents.map(({ name }, i) => ({ name, sha256: revisions[i]!.sha256 }));
  const report = await makeEvidenceReport(
    context,
    await reportFacts(context, contract, {
      language,
      documents,
      trail,
      log,
      certificates: [...certificates.values()],
      validation: { certificates: all, ocsps: data.ocsps, crls: data.crls },
      stamps: await stampsIn(context, contract, revisions),
    }),
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
    ...[...files, { name: REPORTS[0], bytes: report.pdf }, { name: REPORTS[1], bytes: report.ofd }].map(
      ({ name, bytes }) => ({
        name,
        length: bytes.length,
        open: async () => new Response(bytes).body!,
      }),
    ),
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

/**
 * Certificates, each once, with the product's roots that issued any of them: the time stamp on the checkpoint has another
 * root than the seals of an OFD.
 */
async function withAnchors(context: SignedInContext, ders: readonly Bytes[]): Promise<Bytes[]> {
  const issuers = new Set(ders.map((der) => parseCertificate(der).issuer.key));
  const roots = (await trustAnchors(context)).filter(
    ({ selfIssued, subject }) => selfIssued && issuers.has(subject.key),
  );
  return [...new Map([...ders, ...roots.map(({ der }) => der)].map((der) => [toHex(der), der])).values()];
}

type Certificates = ReadonlyMap<string, SignersCertificate>;

/** Signing certificates of the task's documents with their chains, keyed by signer and certificate id. */
async function certificatesOf(
  context: SignedInContext,
  { documents }: TaskWithParties,
): Promise<Certificates> {
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
  const found = new Map<string, SignersCertificate>();
  for (const { signerId, row } of rows)
    found.set(`${signerId}:${row.id}`, {
      signerId: signerId ?? '',
      subject: `${row.subject} (${row.serial})`,
      chain: [fromBase64(row.der), ...(await chainOf(context, row)).slice(1)],
    });
  return found;
}
