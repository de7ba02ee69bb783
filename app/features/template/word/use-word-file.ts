import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type * as Y from 'yjs';
import type { Bytes } from '#core/bytes.ts';
import type { InputOf, OutputOf } from '#core/call.ts';
import { type LocatedCharacter, locateCharacters } from '#core/docx/locate.ts';
import { type Docx, openDocx } from '#core/docx/open-docx.ts';
import { type DocxMark, readMarks } from '#core/docx/read-marks.ts';
import { type DocxParagraph, readText } from '#core/docx/read-text.ts';
import { openPdfBytes } from '#core/pdf/read/open-pdf.ts';
import { listPages } from '#core/pdf/read/pages.ts';
import { type CharacterBox, textBoxes } from '#core/pdf/text/text-boxes.ts';
import { sha256Hex } from '#core/sha256.ts';
import { readPage, setPage } from '#core/template/room.ts';
import { downloadTemplateFile, uploadTemplateFile } from '#core/template/version-calls.ts';
import { downloadWordPages, layOutWord } from '#core/template/word-calls.ts';
import { type CallOptions, call } from '../../../call.ts';
import { type LayingOut, readWordStep } from '../../../parts/laid-out/laying-out.tsx';
import { untilLaidOut } from '../../../parts/laid-out/until-laid-out.ts';
import { fileQueryOf, keyOf, queryOf } from '../../../query.ts';

/** The parsed docx of the draft. */
export interface WordText {
  fileKey: string;
  docx: Docx;
  paragraphs: DocxParagraph[];
  marks: DocxMark[];
}

/** The pages of the docx, laid out by the server. */
export interface WordPages {
  /** The docx the pages were made from. While a newer one is being laid out, the old pages stay on screen. */
  fileKey: string;
  pdf: Bytes;
  layout: OutputOf<typeof layOutWord>;
  located: LocatedCharacter[];
}

export interface WordFile {
  text: WordText | undefined;
  pages: WordPages | undefined;
  /** What the server does for the pages while it lays them out. */
  layingOut: LayingOut | undefined;
  error: unknown;
  /** Loads again what failed; absent where only another file helps. */
  retry: (() => void) | undefined;
  /** The layout of the current docx, requested again after a failure. Rejects if the file cannot be laid out. */
  layOut: () => Promise<WordPages['layout']>;
  /** Edits the current docx of the draft, uploads the result and replaces the docx with it. */
  change: (edit: (docx: Docx) => Bytes, options?: CallOptions) => Promise<void>;
  /** Uploads a docx that replaces the current one. */
  put: (bytes: Bytes, options?: CallOptions) => Promise<void>;
}

const LAYING_OUT: LayingOut = { step: 'converting', ahead: 0 };

const CACHE_TIMES = {
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
  placeholderData: keepPreviousData,
} as const;

/** Loads the docx of a draft and its pages. */
export function useWordFile(templateId: string, doc: Y.Doc, fileKey: string | undefined): WordFile {
  const client = useQueryClient();
  const input = { id: templateId, fileKey: fileKey ?? '' };
  const enabled = fileKey !== undefined;
  const file = useQuery({
    ...fileQueryOf(downloadTemplateFile, input),
    ...CACHE_TIMES,
    placeholderData: undefined,
    enabled,
  });
  const [step, setStep] = useState<LayingOut>();
  const laying = layoutQuery(input, (told) => setStep(readWordStep(told)));
  const laidOut = useQuery({ ...laying, ...CACHE_TIMES, meta: { silent: true }, enabled });
  const isReady = enabled && laidOut.isSuccess && !laidOut.isPlaceholderData;
  const drawn = useQuery({ ...fileQueryOf(downloadWordPages, input), ...CACHE_TIMES, enabled: isReady });

  const [text, setText] = useState<WordText>();
  const [broken, setBroken] = useState<unknown>();
  useEffect(() => {
    if (!file.data || !fileKey) return;
    let left = false;
    readBlob(file.data).then((bytes) => {
      if (left) return;
      try {
        const docx = openDocx(bytes);
        setText({ fileKey, docx, paragraphs: readText(docx), marks: readMarks(docx) });
        setBroken(undefined);
      } catch (error) {
        setBroken(error);
      }
    });
    return () => {
      left = true;
    };
  }, [file.data, fileKey]);

  const [pages, setPages] = useState<WordPages>();
  const { data: layout } = laidOut;
  useEffect(() => {
    if (!layout || !drawn.data || drawn.isPlaceholderData || !text || text.fileKey !== fileKey || !isReady)
      return;
    let left = false;
    const { paragraphs } = text;
    readPages(drawn.data).then(({ pdf, characters }) => {
      if (left) return;
      const starts = layout.starts.map(([paragraph, page, x, y]) => ({ paragraph, page, x, y }));
      setPages({
        fileKey: text.fileKey,
        pdf,
        layout,
        located: locateCharacters(characters, starts, paragraphs),
      });
    }, setBroken);
    return () => {
      left = true;
    };
  }, [layout, drawn.data, drawn.isPlaceholderData, text, fileKey, isReady]);

  const isLayingOut = enabled && pages?.fileKey !== fileKey && !laidOut.error && !file.error;

  const turn = useRef<Promise<unknown>>(Promise.resolve());
  const actions = useMemo(() => {
    const upload = async (bytes: Bytes, options: CallOptions = {}): Promise<string> => {
      const key = await sha256Hex(bytes);
      const sent = { id: templateId, fileKey: key, fileType: 'DOCX', body: bytes };
      await call(uploadTemplateFile, sent as unknown as InputOf<typeof uploadTemplateFile>, options);
      client.setQueryData(keyOf(downloadTemplateFile, { id: templateId, fileKey: key }), new Blob([bytes]));
      return key;
    };
    const read = async (key: string): Promise<Docx> => {
      const blob = await client.fetchQuery(
        fileQueryOf(downloadTemplateFile, { id: templateId, fileKey: key }),
      );
      return openDocx(await readBlob(blob));
    };
    const change: WordFile['change'] = (edit, options) => {
      const work = async () => {
        // If a colleague has replaced the docx meanwhile, the edit is repeated on theirs.
        for (let tries = 0; tries < 5; tries++) {
          const base = readPage(doc).docx;
          if (!base) return;
          const key = await upload(edit(await read(base)), options);
          if (readPage(doc).docx !== base) continue;
          setPage(doc, { docx: key });
          return;
        }
      };
      const mine = turn.current.then(work);
      turn.current = mine.catch(() => undefined);
      return mine;
    };
    const put: WordFile['put'] = async (bytes, options) =>
      setPage(doc, { docx: await upload(bytes, options) });
    return { change, put };
  }, [client, doc, templateId]);

  const failed = [file, laidOut, drawn].filter(({ error }) => error);
  return {
    ...actions,
    text: fileKey ? text : undefined,
    pages: fileKey ? pages : undefined,
    layingOut: isLayingOut ? (laidOut.isFetching && step) || LAYING_OUT : undefined,
    error: file.error ?? laidOut.error ?? drawn.error ?? broken,
    retry:
      failed.length > 0
        ? () => {
            for (const query of failed) void query.refetch();
          }
        : undefined,
    layOut: () => client.fetchQuery({ ...laying, staleTime: CACHE_TIMES.staleTime, retry: false }),
  };
}

const layoutQuery = (input: InputOf<typeof layOutWord>, onStep: (step: string) => void) => ({
  ...queryOf(layOutWord, input),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    untilLaidOut(() => call(layOutWord, input, { signal, onStep })),
});

const readBlob = async (blob: Blob): Promise<Bytes> => new Uint8Array(await blob.arrayBuffer());

async function readPages(blob: Blob): Promise<{ pdf: Bytes; characters: CharacterBox[][] }> {
  const pdf = await readBlob(blob);
  const document = openPdfBytes(pdf);
  const characters: CharacterBox[][] = [];
  for (const page of listPages(document)) {
    characters.push(textBoxes(document, page));
    // Yields after each page, so that a long file does not block the screen.
    await new Promise((next) => setTimeout(next));
  }
  return { pdf, characters };
}
