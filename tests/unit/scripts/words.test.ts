import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { declaredNames } from '#tests/fixtures/declared-names.ts';

const filesOf = (rooms: string) =>
  globSync(`{${rooms}}/**/*.{ts,tsx}`).map((path) => {
    const file = path.replaceAll('\\', '/');
    return { file, text: readFileSync(file, 'utf8') };
  });

/** The content of a draft: what is sent, in the names that `core/task/plan.ts` gives it. */
const CONTENT =
  /^(plan|Plan|plan(Document|Attachment|Fields|Watermark)|Plan(Document|Attachment|Copy|Signer|Placement|Watermark|Problem|ProblemName|Context|Reads|Part)|CheckedPlan|(check|judge|seal)Plan|planOfRow|draftToPlan|plan(To|From|PathTo)Wire|settingsOfPlan|planSendSignatoryOrderVOList|sentPlan|readTaskPlan|taskPlan|planSealed)$/;

/** Words that only begin alike. */
const OTHERS = /plane|planar|keepLanguage|planned/i;

it('a task is a task: `plan` names the content of a draft and the wire, nothing else', () => {
  const found = filesOf('app,core,edge')
    .filter(({ text }) => /plan/i.test(text))
    .flatMap(({ file, text }) => declaredNames(file, text))
    .filter(({ name }) => /plan/i.test(name) && !OTHERS.test(name) && !CONTENT.test(name))
    .map(({ name, at }) => `${at} ${name}`);
  expect(found, 'name it after the task').toEqual([]);
});

/** Participles whose form does not show it. */
const IRREGULAR =
  /^(Given|Told|Shown|Kept|Begun|Held|Sent|Made|Found|Known|Seen|Read|Written|Drawn|Taken|Left|Set|Built|Bound|Chosen|Spent|Lost|Meant|Said|Heard|Hidden|Done|Gone|Brought|Paid|Met)$/;
/** Nouns that end alike. */
const NOUNS = /^(Seed|Feed|Need|Embed|Speed)$/;

it('a type is a noun, never a bare participle', () => {
  const found = filesOf('agent,app,core,edge,scripts,sync').flatMap(({ file, text }) =>
    [...text.matchAll(/^\s*(?:export )?(?:declare )?(?:interface|type|class|enum) ([A-Z][a-z]+)\b/gm)]
      .map(([, name]) => name!)
      .filter((name) => !NOUNS.test(name) && (name.endsWith('ed') || IRREGULAR.test(name)))
      .map((name) => `${file} ${name}`),
  );
  expect(found, 'name the type by a noun').toEqual([]);
});

/** Participles and adjectives that say how a value came about, and not what it is. */
const VAGUE = /^(whole|asked|told|given|begun|deed)$/;

it('values of the edge are named by what they hold', () => {
  const found = filesOf('edge')
    .filter(({ text }) => /\b(?:whole|asked|told|given|begun|deed)\b/.test(text))
    .flatMap(({ file, text }) => declaredNames(file, text))
    .filter(({ name }) => VAGUE.test(name))
    .map(({ name, at }) => `${at} ${name}`);
  expect(found).toEqual([]);
});

it('keys of the wire are no names of ours; what they are bound to is', () => {
  const text = 'export function signTask({ planId: taskId, seen }: Request) { const plans = { planId: 1 }; }';
  expect(declaredNames('a.ts', text).map(({ name }) => name)).toEqual([
    'signTask',
    'taskId',
    'seen',
    'plans',
  ]);
});
