import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** What is there only some time after an answer, how it would be read at once, and who waits for it. */
const KINDS = [
  {
    what: 'a message',
    direct: /\bcall\(\s*listSimulatedMessages\b|\bfrom\(simulatedMessage\)/,
    use: 'sentMessage, sentText, codeSentTo or sentMessages of tests/fixtures/messages.ts',
  },
  {
    what: 'a notice',
    direct: /\bcall\(\s*listNotices\b|\bfrom\(notice\)/,
    use: 'sentNotice or sentNotices of tests/fixtures/messages.ts',
  },
  {
    what: 'an entry of a trail',
    direct: /\bcall\(\s*getTrail\b/,
    use: 'trailEntries of tests/fixtures/messages.ts',
  },
  {
    what: 'the files of a finished task',
    direct: /'PRESERVED'.*\.toContain|\.toContain\('PRESERVED'\)/,
    use: 'untilPreserved of tests/fixtures/until-preserved.ts',
  },
  {
    what: 'a condition',
    direct: /\bvi\.wait(For|Until)\(|\btimeout: *\d/,
    use: 'until of tests/fixtures/until.ts or expect.poll, which wait as long as tests/patience.ts says',
  },
];

/** The helpers, and what reads on a context of its own where nothing is sent by a queue. */
const MAY = new Map([
  ['tests/fixtures/messages.ts', 'the helper'],
  ['tests/fixtures/until.ts', 'the helper'],
  ['tests/fixtures/until-preserved.ts', 'the helper'],
  [
    'tests/fixtures/check-signed.ts',
    'also for products that a test started itself; reads what signing wrote',
  ],
  ['tests/unit/outbox/run-outbox.test.ts', 'runs the queue itself, and nothing else writes'],
  ['tests/api/task/histories.test.ts', 'waits for the queue, then reads all rows of 500 contracts at once'],
  ['tests/unit/signing/check-finished.test.ts', 'runs the queue itself, on a database of its own'],
  ['tests/api/platform/finished-files.test.ts', 'an effect fails on purpose: the queue is never empty'],
  ['tests/e2e/config/options.test.ts', 'reloads a page each time it looks'],
  ['tests/api/identity/providers.test.ts', 'calls the sender itself, without the queue'],
]);
/** Their products are their own and may be down, or they judge how long something takes, as the tests of the scripts do. */
const ON_THEIR_OWN = /^tests\/(bench|chaos|fuzz|unit\/scripts|unit\/pdf)\//;

function directReads(path: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, at) =>
      KINDS.filter(({ direct }) => direct.test(line)).map(
        ({ what, use }) => `${path}:${at + 1} reads ${what} without waiting for it: use ${use}`,
      ),
    );
}

it('no test reads past the helper that waits for a message, a notice, a trail or a condition', () => {
  const files = readdirSync('tests', { recursive: true, encoding: 'utf8' })
    .map((path) => `tests/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path));
  const read = files.filter(
    (path) => !MAY.has(path) && !ON_THEIR_OWN.test(path) && !path.startsWith('tests/unit/tests-kit/'),
  );
  expect(read.length).toBeGreaterThan(500);
  expect(read.flatMap((path) => directReads(path, readFileSync(path, 'utf8'))).join('\n')).toBe('');
});

it('who reads past it is named with the line and the helper', () => {
  expect(directReads('tests/a.test.ts', 'x;\nconst [m] = await a.call(listSimulatedMessages, {});')).toEqual([
    expect.stringMatching(/^tests\/a\.test\.ts:2 reads a message without waiting for it: use sentMessage/),
  ]);
  expect(directReads('tests/a.test.ts', 'await sentMessages(a, mobile);')).toEqual([]);
});
