import { expect, it } from 'vitest';
import { HELP_DOCUMENTS } from '#app/features/help/help-documents.ts';
import { loadTexts } from '#app/i18n/resources.ts';
import { videoTypeOf } from '#core/help/video.ts';
import { LANGUAGES } from '#core/locales/languages.ts';
import { madeVideo } from '#tests/fixtures/video.ts';

type Guide = { title: string; about: string; step: Record<string, string> };

it('[2.24] each document of the help is there with all its steps in each language', async () => {
  for (const language of LANGUAGES) {
    const { doc } = (await loadTexts(language, 'guide')) as unknown as { doc: Record<string, Guide> };
    expect(Object.keys(doc).sort()).toEqual(HELP_DOCUMENTS.map(({ id }) => id).sort());
    for (const { id, steps } of HELP_DOCUMENTS) {
      const { title, about, step } = doc[id]!;
      expect([title, about].every(Boolean), `${language} ${id}`).toBe(true);
      expect(Object.keys(step), `${language} ${id}`).toEqual(
        Array.from({ length: steps }, (_, i) => `${i + 1}`),
      );
    }
  }
});

it('a video’s format is detected by its first bytes, not by its name', () => {
  const mp4 = new Uint8Array(24);
  mp4.set(new TextEncoder().encode('ftypisom'), 4);
  expect(videoTypeOf(mp4)).toBe('video/mp4');
  expect(videoTypeOf(madeVideo(64))).toBe('video/webm');
  const matroska = madeVideo(64);
  matroska.set(new TextEncoder().encode('mkv!'), 8);
  for (const other of [matroska, new TextEncoder().encode('%PDF-1.7'), new Uint8Array(0)])
    expect(videoTypeOf(other)).toBeUndefined();
});
