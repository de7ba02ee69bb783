import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fromBase64 } from '#core/bytes.ts';
import { listTrustAnchors } from '#core/certificate/calls.ts';
import type { Language } from '#core/locales/languages.ts';
import { sha256Hex } from '#core/sha256.ts';
import { downloadDocument } from '#core/task/calls.ts';
import type { FileVerdict } from '#core/verification/verdict.ts';
import { call, callFile } from '../../../call.ts';
import type { TaskDetail } from '../sign/use-task.ts';

/** The summary of verifying a file. */
export type FileCheck = {
  verdict: FileVerdict;
  verdictText: string;
  headline: string;
  disclaimer: string;
  signatures: { name: string; title: string; verdictText: string; level: string; time: string }[];
  sha256: string;
  /** The file itself, for the full report. */
  file: File;
};

/** Verifies the newest revision of each file in the browser, with the product's own authority as the anchor. */
export function useFileChecks(task: TaskDetail) {
  const { i18n } = useTranslation('trail');
  const [checks, setChecks] = useState<ReadonlyMap<number, FileCheck>>(new Map());
  const [running, setRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  const aborter = useRef<AbortController>();
  useEffect(() => () => aborter.current?.abort(), []);

  // A new signature invalidates the previous result.
  const revisions = task.documents.map((d) => d.revision).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revisions are what matters
  useEffect(() => setChecks(new Map()), [revisions]);

  const verify = async () => {
    aborter.current = new AbortController();
    const { signal } = aborter.current;
    setRunning(true);
    setError(undefined);
    try {
      const anchors = await call(listTrustAnchors, {}, { signal });
      const trustAnchors = anchors.map(({ der }) => fromBase64(der));
      const found = new Map<number, FileCheck>();
      for (const { fileIndex, fileName } of task.documents) {
        const input = { planId: task.planId, fileIndex, purpose: 'view' as const };
        const { blob } = await callFile(downloadDocument, input, { signal });
        const bytes = new Uint8Array(await blob.arrayBuffer());
        const check = {
          ...(await checkFile(bytes, trustAnchors, i18n.language)),
          file: new File([bytes], fileName),
        };
        signal.throwIfAborted();
        found.set(fileIndex, check);
        setChecks(new Map(found));
      }
    } catch (failure) {
      if (!signal.aborted) setError(failure);
    } finally {
      setRunning(false);
    }
  };
  return { checks, running, error, verify: () => void verify() };
}

async function checkFile(
  bytes: Uint8Array<ArrayBuffer>,
  trustAnchors: Uint8Array<ArrayBuffer>[],
  language: string,
): Promise<Omit<FileCheck, 'file'>> {
  const [{ verifyFile }, { describeVerification }, sha256] = await Promise.all([
    import('#core/verification/verify-file.ts'),
    import('#core/verification/describe-verification.ts'),
    sha256Hex(bytes),
  ]);
  const result = await verifyFile(bytes, { trustAnchors, time: Date.now() });
  const report = describeVerification(result, language as Language);
  return {
    verdict: report.verdict,
    verdictText: report.verdictText,
    headline: report.headline,
    disclaimer: report.disclaimer,
    signatures: report.signatures.map((card, i) => ({
      name: card.name,
      title: card.title,
      verdictText: card.verdictText,
      level: result.signatures[i]?.level ?? '',
      time: card.lines[1]?.text ?? '',
    })),
    sha256,
  };
}
