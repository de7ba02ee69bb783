import { z } from 'zod';
import { toBase64, utf8 } from '#core/bytes.ts';
import type { Drawing } from '#core/drawing.ts';
import { drawingToSvg } from '#core/drawing-to-svg.ts';
import type { InkStroke } from '#core/sealart/handwriting.ts';
import type { Context } from '#edge/kernel/context.ts';
import { askForJson, bearer } from './ask-provider.ts';

/** Whether handwriting reads as a given name ([8.15c]). Throws UNAVAILABLE if the service does not respond. */
export interface HandwritingOcr {
  recognises(drawing: Drawing, strokes: readonly InkStroke[], name: string): Promise<boolean>;
}

const compared = z.object({ recognised: z.boolean() });

/**
 * The service at OCR_URL where one is set: POST { svg, name } as JSON with `Authorization: Bearer OCR_KEY`, answers
 * { recognised: boolean }. Else the simulator: a name has at least as many strokes as characters, so a single dash is
 * no signature. Mode `pro` never compares without a service.
 */
export function openHandwritingOcr({ env }: Context): HandwritingOcr {
  const { OCR_URL: url, OCR_KEY: key } = env;
  if (!url) {
    const simulated = env.SIGNET_MODE !== 'pro';
    return {
      recognises: async (_drawing, strokes, name) => !simulated || strokes.length >= Array.from(name).length,
    };
  }
  const service = { name: 'handwriting service', url, authorization: bearer(key) };
  return {
    async recognises(drawing, _strokes, name) {
      const json = { svg: toBase64(utf8(drawingToSvg(drawing))), name };
      return (await askForJson(service, { json }, compared)).recognised;
    },
  };
}
