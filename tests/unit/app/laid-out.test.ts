import { expect, it } from 'vitest';
import { untilLaidOut } from '#app/parts/laid-out/until-laid-out.ts';
import { ClientError } from '#app/wire/client-error.ts';
import { ERROR_CODES } from '#core/errors.ts';

it('asks again for a Word file that is still being laid out, and for none that is refused', async () => {
  const failed = (code: number) => new ClientError('server', code);
  const answers = [failed(ERROR_CODES.WORD_UNDER_WAY), failed(ERROR_CODES.WORD_UNDER_WAY), 'pages'];
  const ask = async () => {
    const next = answers.shift();
    if (next instanceof Error) throw next;
    return next;
  };
  expect(await untilLaidOut(ask)).toBe('pages');
  answers.push(failed(ERROR_CODES.WORD_FAILED), 'never');
  await expect(untilLaidOut(ask)).rejects.toMatchObject({ code: ERROR_CODES.WORD_FAILED });
  expect(answers).toEqual(['never']);
});
