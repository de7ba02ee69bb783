import { LIMITS } from '#core/config/limits.ts';
import { isTooLarge } from '#core/task/place-rules.ts';
import { lengthOf } from '#core/validate/text.ts';
import type { ContentAnchor, ContentSigner, TemplateContent } from '../content.ts';
import type { ContentField } from '../field.ts';
import type { RoleType } from '../parts.ts';
import type { ContentFacts, ContentProblem, ContentProblemName } from './content-problem.ts';

/** A name for comparison: ignores case and width. */
const sameName = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/\s+/gu, '');

/** Keys of rows with the same name as an earlier one. */
function repeated(rows: readonly { key: string; name: string }[]): string[] {
  const seen = new Set<string>();
  return rows.flatMap(({ key, name }) => {
    const same = sameName(name);
    if (seen.has(same)) return [key];
    seen.add(same);
    return [];
  });
}

/** [5.1d-j] Problems of the signers. */
export function checkSigners(
  { kind, signers, anchors }: TemplateContent,
  facts: ContentFacts,
): ContentProblem[] {
  const problems: ContentProblem[] = [];
  const add = (problem: ContentProblemName, signer?: ContentSigner, fact?: string) =>
    problems.push({
      on: 'signers',
      ...(signer ? { key: signer.key, params: { name: signer.name } } : {}),
      ...(fact ? { fact } : {}),
      problem,
    });
  if (signers.length === 0) add('signersMissing');
  const has = (type: RoleType) => signers.some((signer) => signer.type === type);
  if (signers.length > 0) {
    if (kind === 'WEB') {
      if (!has('ENTERPRISE')) add('webEnterpriseMissing');
      if (!has('PERSON')) add('webPersonMissing');
    } else if (facts.scene === 'ENT' && !has('ENTERPRISE')) add('enterpriseSignerMissing');
    else if (facts.scene === 'HR' && !has('PERSON')) add('personSignerMissing');
  }
  const orders = [...new Set(signers.map(({ order }) => order))].sort((a, b) => a - b);
  if (orders.some((order, i) => order !== i + 1)) add('orderGap');
  const again = new Set(repeated(signers));
  const roles = new Set<string>();
  for (const signer of signers) {
    const { partId, key, type } = signer;
    if (again.has(key) || (partId && roles.has(partId))) add('signerRepeated', signer, 'name');
    if (partId) roles.add(partId);
    const role = partId ? facts.roles?.get(partId) : undefined;
    if (partId && facts.roles && !role) add('roleUnknown', signer, 'partId');
    if (role && role.type !== type) add('roleTypeDiffers', signer, 'type');
    const own = anchors.filter((anchor) => anchor.signer === key);
    if (own.length === 0) add('signerPlaceMissing', signer);
    else if (own.every((anchor) => anchor.kind === 'SIGN_DATE')) add('signerDateAlone', signer);
  }
  return problems;
}

export function checkFields(content: TemplateContent, facts: ContentFacts): ContentProblem[] {
  const { fields, rows, options, signers } = content;
  const signerKeys = new Set(signers.map(({ key }) => key));
  const again = new Set(repeated(fields));
  const problems = fields.flatMap((field) => {
    const add = (problem: ContentProblemName, fact: string): ContentProblem => ({
      on: 'fields',
      key: field.key,
      fact,
      problem,
      params: { name: field.name, length: field.length },
    });
    return [
      ...(again.has(field.key) ? [add('fieldNameRepeated', 'name')] : []),
      ...(field.partId && facts.parts && !facts.parts.has(field.partId)
        ? [add('fieldUnknown', 'partId')]
        : []),
      ...(field.filledBy !== 'SENDER' && !signerKeys.has(field.filledBy)
        ? [add('filledByUnknown', 'filledBy')]
        : []),
      ...(field.filledBy !== 'SENDER' && field.input === 'PICTURE'
        ? [add('pictureBySigner', 'filledBy')]
        : []),
      ...checkInput(field).map((problem) =>
        add(problem, problem.startsWith('choice') ? 'choices' : 'preset'),
      ),
    ];
  });
  const rowNames = new Set(repeated(rows));
  for (const { key, name, least, most } of rows) {
    const add = (problem: ContentProblemName, fact: string) =>
      problems.push({ on: 'rows', key, fact, problem, params: { name } });
    if (rowNames.has(key)) add('rowsNameRepeated', 'name');
    if (least > most) add('rowsRange', 'least');
  }
  const optionNames = new Set(repeated(options));
  for (const { key, name } of options)
    if (optionNames.has(key))
      problems.push({ on: 'options', key, fact: 'name', problem: 'optionNameRepeated', params: { name } });
  return problems;
}

/** Problems of a field's input: its choices and its preset. */
function checkInput({ input, choices, preset, length }: ContentField): ContentProblemName[] {
  if (input === 'CHOICE') {
    if (choices.length === 0) return ['choicesMissing'];
    if (new Set(choices).size < choices.length) return ['choiceRepeated'];
    return preset !== '' && !choices.includes(preset) ? ['presetNotChoice'] : [];
  }
  return (input === 'LINE' || input === 'LINES') && lengthOf(preset) > length ? ['presetTooLong'] : [];
}

export function checkAnchors({ anchors, signers }: TemplateContent): ContentProblem[] {
  if (anchors.length === 0) return [{ on: 'anchors', problem: 'sealsMissing' }];
  const byKey = new Map(signers.map((signer) => [signer.key, signer]));
  return anchors.flatMap((anchor) => {
    const signer = byKey.get(anchor.signer);
    const problem = signer ? anchorProblem(anchor, signer) : 'anchorSignerUnknown';
    if (!problem) return [];
    return [
      {
        on: 'anchors' as const,
        key: anchor.key,
        problem,
        params: { name: signer?.name ?? '', min: LIMITS.crossPageMinimum },
      },
    ];
  });
}

/** [5.12a-c] Problem of a placement. */
function anchorProblem(anchor: ContentAnchor, signer: ContentSigner): ContentProblemName | undefined {
  const { kind, at } = anchor;
  if (signer.type === 'PERSON' && kind === 'ENT_SEAL') return 'kindNotForSigner';
  if (isTooLarge(anchor)) return 'placeTooLarge';
  if (at.by !== 'PAGE') return kind === 'CROSS_PAGE' ? 'crossPageNotOnPages' : undefined;
  const last = at.toPage ?? at.page;
  // 0 means the last page: the page count is known only when the file is made
  if (last === 0) return undefined;
  if (last < at.page) return 'pageRange';
  if (kind !== 'CROSS_PAGE') return undefined;
  const used = Math.floor((last - at.page) / (at.rule === 'ALTERNATE' ? 2 : 1)) + 1;
  return used < LIMITS.crossPageMinimum ? 'crossPageTooFewPages' : undefined;
}
