import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** What has one place, by what gives away a second one. */
const KINDS = [
  {
    what: 'a day in ms',
    second: /\b86_400_000\b|\b24 \* (?:3_600_000|HOUR\b|60 \* 60 \* 1000)/,
    place: 'core/time.ts',
  },
  { what: 'the time in China', second: /\b8 \* 3_600_000\b/, place: 'core/china-time.ts' },
  {
    what: 'SHA-256 in hexadecimal',
    second:
      /return .*toHex\(new Uint8Array\(digest\)|toHex\(\s*new Uint8Array\(\s*await crypto\.subtle\.digest\('SHA-256'/,
    place: 'core/sha256.ts',
  },
];

/** Lines that mean something else. */
const OTHERS = /^\s*\*|TOKEN_MS = /;

it('days, the time in China and SHA-256 as text have one place each', () => {
  const found = ['core', 'edge', 'app', 'sync', 'agent'].flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .map((path) => `${room}/${path.replaceAll('\\', '/')}`)
      .filter((path) => /\.tsx?$/.test(path))
      .flatMap((path) => {
        const lines = readFileSync(path, 'utf8').split('\n');
        return KINDS.filter(({ place }) => place !== path).flatMap(({ what, second, place }) =>
          lines.flatMap((line, at) =>
            second.test(line) && !OTHERS.test(line) ? [`${path}:${at + 1} spells ${what}: use ${place}`] : [],
          ),
        );
      }),
  );
  expect(found).toEqual([]);
});

it('uses of seals that need an approval are read and written in one place', () => {
  const elsewhere = readdirSync('edge', { recursive: true, encoding: 'utf8' })
    .map((path) => `edge/${path.replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts') && path !== 'edge/approval/seal-uses.ts')
    .filter((path) => {
      const text = readFileSync(path, 'utf8');
      const tables = [...text.matchAll(/import \{([^}]*)\} from '#db\/schema/g)]
        .map(([, names]) => names!)
        .join();
      return /\bsealUse\b/.test(tables) || /\bseal(?:Table)?\.needsApproval\b/.test(text);
    });
  expect(elsewhere).toEqual([]);
});
