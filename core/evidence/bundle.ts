import { type Bytes, concatBytes, fromBase64, fromHex, toBase64, toHex, utf8 } from '#core/bytes.ts';
import type { Language } from '#core/locales/languages.ts';
import { readCheckpoint } from '#core/log/checkpoint.ts';
import { keyIdOf, type NoteKey, writeNoteKey } from '#core/log/signed-note.ts';
import { readPasskeyEvidence } from '#core/task/passkey-evidence.ts';
import type { TaskFileType } from '#core/task/plan.ts';
import { type TrailEntry, trailText } from '#core/task/trail.ts';
import { verifyPage } from './verify-page.ts';

/** Format name in `trail.json`, which identifies a zip as an evidence bundle. */
export const EVIDENCE_FORMAT = 'signet-evidence/1';

/** The inclusion proof of a trail's entry in the log. Hashes are hexadecimal. */
export interface EntryProof {
  salt: string;
  /** Index in the log, from 0. */
  position: number;
  /** Sibling hashes from the leaf up to the root. */
  path: string[];
}

/** Content of a bundle at the time of its creation. */
export interface Evidence {
  number: string;
  title: string;
  fileType: TaskFileType;
  language: Language;
  /** Digests in hexadecimal. */
  documents: readonly { name: string; sha256: string }[];
  trail: readonly (TrailEntry & { proof: EntryProof })[];
  logKey: NoteKey;
  /** The signed note, and its timestamp (RFC 3161 token). */
  checkpoint: string;
  token: Bytes;
  /** DER. */
  certificates: readonly Bytes[];
  roots: readonly Bytes[];
  ocsps: readonly Bytes[];
  crls: readonly Bytes[];
}

/** A file of the bundle. */
export interface BundleFile {
  name: string;
  bytes: Bytes;
}

/** Paths of the report in the bundle: the same pages in both formats. */
export const REPORTS = ['report.pdf', 'report.ofd'] as const;

/** The parsed `trail.json`. */
export interface EvidenceIndex {
  format: typeof EVIDENCE_FORMAT;
  /** Paths of the report; bundles without this have `report.pdf` alone. */
  reports?: string[];
  number: string;
  title: string;
  documents: { file: string; name: string; sha256: string }[];
  log: { key: string };
  trail: (TrailEntry & { proof: EntryProof })[];
}

/** Path of a document in the bundle; `trail.json` has its original name. */
export const documentPath = (index: number, fileType: TaskFileType): string =>
  `documents/${index + 1}.${fileType.toLowerCase()}`;

const pem = (label: string, der: Bytes): string =>
  `-----BEGIN ${label}-----\n${toBase64(der)
    .match(/.{1,64}/g)!
    .join('\n')}\n-----END ${label}-----\n`;
const pems = (ders: readonly Bytes[]): Bytes => utf8(ders.map((der) => pem('CERTIFICATE', der)).join(''));
const numbered = (n: number): string => String(n).padStart(3, '0');

/** SubjectPublicKeyInfo of an Ed25519 key (RFC 8410, clause 4). */
const ed25519Spki = (publicKey: Bytes): Bytes => concatBytes(fromHex('302a300506032b6570032100'), publicKey);

/**
 * The files of a bundle except documents and report. Data that can be checked with openssl alone are separate files:
 * each step as it was hashed (`trail/`), its salt and its path to the root (`log/`), text and signature of the
 * checkpoint. `trail.json` contains the same for programs.
 */
export function bundleFiles(evidence: Evidence): BundleFile[] {
  const { trail, logKey } = evidence;
  const checkpoint = readCheckpoint(evidence.checkpoint);
  const keyId = toHex(keyIdOf(logKey));
  const signature = checkpoint?.note.signatures.find((one) => toHex(one.keyId) === keyId);
  if (!checkpoint || !signature) throw new Error('evidence: the checkpoint is not signed by the log');
  const index: EvidenceIndex = {
    format: EVIDENCE_FORMAT,
    reports: [...REPORTS],
    number: evidence.number,
    title: evidence.title,
    documents: evidence.documents.map(({ name, sha256 }, i) => ({
      file: documentPath(i, evidence.fileType),
      name,
      sha256,
    })),
    log: { key: writeNoteKey(logKey) },
    trail: [...trail],
  };
  return [
    {
      name: 'VERIFY.md',
      bytes: utf8(
        verifyPage(evidence.language, evidence.fileType, {
          logKey: writeNoteKey(logKey),
          hasPasskeys: consentFiles(trail).length > 0,
        }),
      ),
    },
    { name: 'trail.json', bytes: utf8(`${JSON.stringify(index, null, 1)}\n`) },
    ...trail.map(({ proof: _, hash: __, ...entry }) => ({
      name: `trail/${numbered(entry.seq)}.json`,
      bytes: utf8(trailText(entry)),
    })),
    ...trail.flatMap(({ seq, proof }) => [
      { name: `log/${numbered(seq)}.salt`, bytes: utf8(`${proof.salt}\n`) },
      { name: `log/${numbered(seq)}.path`, bytes: utf8(pathText(proof, checkpoint.size)) },
    ]),
    ...consentFiles(trail),
    { name: 'log/checkpoint', bytes: utf8(evidence.checkpoint) },
    { name: 'log/checkpoint.text', bytes: utf8(checkpoint.note.text) },
    { name: 'log/checkpoint.sig', bytes: signature.value },
    { name: 'log/checkpoint.tst', bytes: evidence.token },
    { name: 'log/key.pem', bytes: utf8(pem('PUBLIC KEY', ed25519Spki(logKey.publicKey))) },
    { name: 'certificates/roots.pem', bytes: pems(evidence.roots) },
    { name: 'certificates/chain.pem', bytes: pems(evidence.certificates) },
    ...evidence.crls.map((bytes, i) => ({ name: `revocation/${i + 1}.crl`, bytes })),
    ...evidence.ocsps.map((bytes, i) => ({ name: `revocation/${i + 1}.ocsp`, bytes })),
  ];
}

/** Of each consent by passkey, what openssl needs to verify it; the trail contains all of it. */
export const consentFiles = (trail: readonly Omit<TrailEntry, 'hash'>[]): BundleFile[] =>
  trail.flatMap((entry) => {
    const passkey = readPasskeyEvidence(entry);
    if (!passkey) return [];
    const { key, authenticatorData, clientData, signature } = passkey.assertion;
    const file = (ending: string, bytes: Bytes) => ({
      name: `consents/${numbered(entry.seq)}.${ending}`,
      bytes,
    });
    return [
      file('text', utf8(passkey.text)),
      ...(passkey.seen === null ? [] : [file('seen', utf8(passkey.seen))]),
      file('data', fromBase64(authenticatorData)),
      file('client', fromBase64(clientData)),
      file('sig', fromBase64(signature)),
      file('pem', utf8(pem('PUBLIC KEY', fromBase64(key)))),
    ];
  });

/** One line per node from the leaf to the root: the side of the sibling, and its hash in base64. */
function pathText({ path, position }: EntryProof, size: number): string {
  let [at, last] = [position, size - 1];
  const lines = path.map((hash) => {
    while (at > 0 && at % 2 === 0 && at === last) [at, last] = [at / 2, Math.floor(last / 2)];
    const side = at % 2 === 1 ? 'left' : 'right';
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
    return `${side} ${toBase64(fromHex(hash))}\n`;
  });
  return lines.join('');
}
