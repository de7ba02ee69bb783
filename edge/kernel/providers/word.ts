import { z } from 'zod';
import type { Bytes } from '#core/bytes.ts';
import type { WordFaces } from '#core/docx/fonts.ts';
import { AppError } from '#core/errors.ts';
import { WORD_STEPS } from '#core/template/word-calls.ts';
import type { Env } from '#edge/kernel/env.ts';
import { noteFault } from '#edge/kernel/note-fault.ts';
import { type Answer, askProvider } from './ask-provider.ts';

/** Lays Word files out as PDF. */
export interface WordConverter {
  /** What the fonts of a file are replaced by, as they are called there. */
  faces: WordFaces;
  /**
   * The PDF, with a named destination for each bookmark. Throws WORD_FAILED if the service refuses the file, or gives no
   * usable answer in time, and WORD_UNDER_WAY if it says that it is still at it: the same file asked for again is then
   * joined. A service that is being restarted is asked once more. `tell` hears the WORD_STEPS.
   */
  convert(docx: Bytes, tell?: (step: string) => void): Promise<Bytes>;
}

/** Time that a caller waits for a file. */
const WAIT_MS = 90_000;
/** Pause before a service that is being restarted is asked once more. */
const PAUSE_MS = 2_000;
/** How often a service that says how far it is is asked, in seconds. */
const LOOK_S = 2;
const MOST_BYTES = 40 * 1024 * 1024;

/**
 * The service at WORD_URL, which speaks Gotenberg's protocol (`POST /forms/libreoffice/convert`, version 8), with the
 * header `Authorization: WORD_AUTHORIZATION` where that is set. `npm start` runs one of its own where LibreOffice is
 * there. WORD_FONTS names the fonts that the service has for 宋体, 黑体, 楷体 and 仿宋, with commas between them. Throws
 * WORD_NOT_AVAILABLE where there is no service.
 */
export function openWordConverter({ env }: { env: Env }): WordConverter {
  const { WORD_URL: url, WORD_AUTHORIZATION: authorization } = env;
  if (!url) throw new AppError('WORD_NOT_AVAILABLE');
  return {
    faces: facesOf(env.WORD_FONTS),
    async convert(docx, tell = () => undefined) {
      const until = Date.now() + WAIT_MS;
      let isUnreachable = false;
      const failure = (reason: string, cause?: 'unreachable') => {
        isUnreachable = cause === 'unreachable';
        return failed(reason);
      };
      const form = new FormData();
      form.append('files', new File([docx], 'file.docx'));
      // Places come back as destinations; boxes of forms would be drawn without Chinese letters.
      form.append('exportBookmarksToPdfDestination', 'true');
      form.append('exportFormFields', 'false');
      const sent = new Response(form);
      const question = {
        path: '/forms/libreoffice/convert',
        // RFC 7240: the service of `npm start` says after that time how far it is; others do not know it.
        headers: { 'Content-Type': sent.headers.get('content-type') ?? '', Prefer: `wait=${LOOK_S}` },
        bytes: new Uint8Array(await sent.arrayBuffer()),
        most: MOST_BYTES,
      };
      const service = { name: 'Word service', url, authorization, failure };
      const ask = async (waitMs: number): Promise<Answer> => {
        let answer = await askProvider(service, { ...question, waitMs });
        while (answer.status === 202) {
          const { path, step } = readProgress(answer);
          tell(step);
          if (Date.now() + PAUSE_MS >= until) throw new AppError('WORD_UNDER_WAY');
          const headers = { Prefer: `wait=${LOOK_S}` };
          answer = await askProvider(service, { path, headers, most: MOST_BYTES, waitMs });
          // it was restarted, and knows nothing of the file
          if (answer.status === 404) answer = await askProvider(service, { ...question, waitMs });
        }
        return answer;
      };
      let answer = await ask(WAIT_MS).catch((error: unknown) => {
        if (!isUnreachable) throw error;
        return undefined;
      });
      if ((!answer || answer.status === 503) && Date.now() + PAUSE_MS < until) {
        await new Promise((next) => setTimeout(next, PAUSE_MS));
        answer = await ask(until - Date.now());
      }
      if (!answer) throw failed('the Word service did not answer');
      const { status, body } = answer;
      if (status !== 200) throw failed(`the Word service answered ${status}`);
      if (!isPdf(body)) throw failed('the Word service answered what is no PDF');
      return body;
    },
  };
}

const progress = z.object({ ahead: z.number().int().nonnegative(), doing: z.enum(WORD_STEPS) });

/** Where to ask for a file that is being laid out, and what is done for it. Throws WORD_FAILED. */
function readProgress({ headers, body }: Answer): { path: string; step: string } {
  const path = headers.get('location') ?? '';
  let said: unknown;
  try {
    said = JSON.parse(new TextDecoder().decode(body));
  } catch {
    // judged below
  }
  const { data } = progress.safeParse(said);
  if (!data || !/^\/conversions\/[0-9a-f]{64}$/.test(path))
    throw failed('the Word service says what it may not of a file that it lays out');
  return { path, step: data.ahead > 0 ? `waiting:${data.ahead}` : data.doing };
}

function failed(reason: string): AppError {
  noteFault('Word', reason);
  return new AppError('WORD_FAILED');
}

const isPdf = (bytes: Bytes): boolean => new TextDecoder('latin1').decode(bytes.subarray(0, 5)) === '%PDF-';

/** Gotenberg's image has the fonts of Noto. */
const FONTS = ['Noto Serif CJK SC', 'Noto Sans CJK SC', 'Noto Serif CJK SC', 'Noto Serif CJK SC'] as const;

function facesOf(names: string | undefined): WordFaces {
  const [song, hei, kai, fangsong] = (names ?? '').split(',').map((name) => name.trim());
  return {
    SONG: song || FONTS[0],
    HEI: hei || FONTS[1],
    KAI: kai || song || FONTS[2],
    FANGSONG: fangsong || song || FONTS[3],
  };
}
