import { and, eq, gt, isNull } from 'drizzle-orm';
import { toBase64, toBase64Url } from '#core/bytes.ts';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import { chooseWords, hitsWords, makeClickPicture } from '#core/identity/captcha/click-word.ts';
import { chooseCode, makeImageCode } from '#core/identity/captcha/image-code.ts';
import { decryptPoints } from '#core/identity/captcha/point-cipher.ts';
import { secureRandom } from '#core/identity/captcha/random.ts';
import { fitsSlide, makeSlidePuzzle } from '#core/identity/captcha/slide-puzzle.ts';
import { isWorkDone, WORK_BITS } from '#core/identity/captcha/work.ts';
import type * as calls from '#core/identity/captcha-calls.ts';
import { errorText } from '#core/locales/error-text.ts';
import type { Picture } from '#core/sealart/picture.ts';
import { writePng } from '#core/sealart/write-png.ts';
import { captcha } from '#db/schema/index.ts';
import type { Context } from '#edge/kernel/context.ts';
import { countFromAddress } from '#edge/kernel/count-from-address.ts';
import { loadGlyphs } from '#edge/kernel/glyphs.ts';

const LIFE_MS = 3 * 60_000;
/** Limits of one address: pictures a minute and proofs of work an hour. Many people may share one address. */
const PER_MINUTE = 60;
const WORK_PER_HOUR = 20;

type CaptchaOutput = OutputOf<typeof calls.getCaptcha>;
type CaptchaVerdict = OutputOf<typeof calls.checkCaptcha>;

/** [7.6g] [7.17c] Throws CAPTCHA_TOO_OFTEN. */
export async function giveImageCode(
  input: ParsedInputOf<typeof calls.getImageCode>,
  context: Context,
): Promise<OutputOf<typeof calls.getImageCode>> {
  if (await isTooOften(context, 'image')) throw new AppError('CAPTCHA_TOO_OFTEN');
  const random = secureRandom();
  const text = chooseCode(random);
  const glyphs = await loadGlyphs(context, [{ font: 'HEI', text }]);
  const picture = makeImageCode(random, text, input.contrast === 'high', glyphs);
  const captchaKey = await keep(context, 'image', { text }, '');
  return { captchaImageBase64: `data:image/png;base64,${pngOf(picture)}`, captchaKey };
}

/** [7.17a] Too many requests answer 6201 ([8.1j], [8.6d]). */
export async function giveCaptcha(
  input: ParsedInputOf<typeof calls.getCaptcha>,
  context: Context,
): Promise<CaptchaOutput> {
  if (await isTooOften(context, input.captchaType)) return refusal(context, '6201');
  const random = secureRandom();
  const secretKey = toBase64Url(crypto.getRandomValues(new Uint8Array(12)));
  const data = {
    secretKey,
    originalImageBase64: '',
    jigsawImageBase64: '',
    wordList: [] as string[],
    workBits: 0,
  };
  let answer: object;
  if (input.captchaType === 'work') {
    answer = { bits: WORK_BITS };
    Object.assign(data, { secretKey: '', workBits: WORK_BITS });
  } else if (input.captchaType === 'blockPuzzle') {
    const puzzle = makeSlidePuzzle(random);
    answer = puzzle.answer;
    Object.assign(data, { originalImageBase64: pngOf(puzzle.image), jigsawImageBase64: pngOf(puzzle.piece) });
  } else {
    const chosen = chooseWords(random, context.language === 'en-US');
    const glyphs = await loadGlyphs(context, [{ font: chosen.font, text: chosen.words.join('') }]);
    const picture = makeClickPicture(random, chosen, glyphs);
    answer = picture.answer;
    Object.assign(data, { originalImageBase64: pngOf(picture.image), wordList: picture.wordList });
  }
  const token = await keep(context, input.captchaType, answer, data.secretKey);
  return { repCode: '0000', repMsg: '', repData: { token, ...data } };
}

/** [7.17b] One answer per picture, right or wrong. */
export async function checkCaptcha(
  input: ParsedInputOf<typeof calls.checkCaptcha>,
  context: Context,
): Promise<CaptchaVerdict> {
  const open = and(
    eq(captcha.id, input.token),
    eq(captcha.kind, input.captchaType),
    isNull(captcha.answeredAt),
    gt(captcha.expiresAt, context.now),
  );
  const [row] = await context.db
    .update(captcha)
    .set({ answeredAt: context.now })
    .where(open)
    .returning({ answer: captcha.answer, secretKey: captcha.secretKey });
  if (!row) return refusal(context, '6110');
  if (!(await isRight(input, JSON.parse(row.answer), row.secretKey))) return refusal(context, '6111');
  await context.db.update(captcha).set({ passedAt: context.now }).where(eq(captcha.id, input.token));
  return { repCode: '0000', repMsg: '', repData: { captchaKey: input.token, result: true } };
}

async function isRight(
  { captchaType, pointJson, token }: ParsedInputOf<typeof calls.checkCaptcha>,
  answer: unknown,
  secretKey: string,
): Promise<boolean> {
  if (captchaType === 'work')
    return pointJson.length <= 32 && isWorkDone(token, pointJson, (answer as { bits: number }).bits);
  const points = await decryptPoints(pointJson, secretKey);
  if (captchaType === 'blockPuzzle') return isPoint(points) && fitsSlide(answer as { x: number }, points);
  return (
    Array.isArray(points) &&
    points.every(isPoint) &&
    hitsWords(answer as { points: { x: number; y: number }[] }, points)
  );
}

const isPoint = (value: unknown): value is { x: number; y: number } => {
  const point = value as { x?: unknown; y?: unknown } | null;
  return Number.isFinite(point?.x) && Number.isFinite(point?.y);
};

async function isTooOften(context: Context, kind: string): Promise<boolean> {
  if ((await countFromAddress(context, 'captcha', 60_000)) > PER_MINUTE) return true;
  return kind === 'work' && (await countFromAddress(context, 'work', 3_600_000)) > WORK_PER_HOUR;
}

async function keep(context: Context, kind: string, answer: object, secretKey: string): Promise<string> {
  const id = toBase64Url(crypto.getRandomValues(new Uint8Array(24)));
  await context.db.insert(captcha).values({
    id,
    kind,
    answer: JSON.stringify(answer),
    secretKey,
    createdAt: context.now,
    expiresAt: context.now + LIFE_MS,
  });
  return id;
}

const pngOf = (picture: Picture): string => toBase64(writePng(picture, 96));

const MESSAGES = { 6110: 'CAPTCHA_EXPIRED', 6111: 'CAPTCHA_FAILED', 6201: 'CAPTCHA_TOO_OFTEN' } as const;
const refusal = ({ language }: Context, repCode: keyof typeof MESSAGES | '6110' | '6111' | '6201') => ({
  repCode: String(repCode) as '6110' | '6111' | '6201',
  repMsg: errorText(new AppError(MESSAGES[repCode]), language),
  repData: null,
});
