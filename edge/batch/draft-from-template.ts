import type { sendFromTemplate as call } from '#core/batch/calls.ts';
import type { ParsedInputOf } from '#core/call.ts';
import { AppError } from '#core/errors.ts';
import type { Plan, PlanSigner } from '#core/task/plan.ts';
import { firstValues } from '#core/task/template-document.ts';
import type { ContentSigner, TemplateContent } from '#core/template/content.ts';
import { type FillProblem, fieldsInText, problemsOf } from '#core/template/fill/fields-in-text.ts';
import { readNamed } from '#core/template/fill/read-named.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import { reachTemplate } from '#edge/template/reach-template.ts';
import { openContent, unsafeVersion } from '#edge/template/versions.ts';

type Input = ParsedInputOf<typeof call>;

/**
 * The plan of a contract from the version in force of a template, without its file: names are resolved, roles cast, values
 * read. With `opener`, that role is played by whoever opens a signing link: its signer (`openerId`) is empty, and fields
 * that are empty are theirs to fill in. Throws INPUT_INVALID with the paths of this input, NOT_FOUND, TEMPLATE_DISABLED.
 */
export async function draftFromTemplate(input: Input, context: SignedInContext, opener?: string) {
  const template = await reachTemplate(context, input.templateId, 'see');
  if (template.status !== 'ENABLED' || !template.versionId)
    throw new AppError('TEMPLATE_DISABLED', { name: template.name });
  const content = await openContent(context, await unsafeVersion(context, template.versionId));
  const { values, unknown } = readNamed(content, input, firstValues(content));
  const texts = new Set(
    fieldsInText(content, values).fields.flatMap((one) => (one.input === 'PICTURE' ? [] : [one.key])),
  );
  const isLeftOpen = ({ problem, field = '', rows }: FillProblem) =>
    problem === 'required' && rows === undefined && texts.has(field);
  const { signers, cast, problems, openerId } = castSigners(input, content, context.newId, opener);
  const wrong = [
    ...unknown.map((path) => ({ path, problem: 'unknownName' })),
    ...problems,
    ...(unknown.length > 0 ? [] : problemsOf(content, values))
      .filter((one) => !(opener !== undefined && isLeftOpen(one)))
      .map(({ problem, field, rows, row }) => ({ path: pathOf(content, { field, rows, row }), problem })),
  ];
  if (wrong.length > 0) throw new InputRefused(wrong);

  const documentId = context.newId();
  const taskFileType = content.kind === 'WORD' ? 'PDF' : input.taskFileType;
  const source = {
    versionId: template.versionId,
    values,
    title: template.name,
    language: context.language,
    madeAt: context.now,
  };
  const planned: Plan = {
    draftId: context.newId(),
    taskName: input.taskName || template.name,
    businessType: template.businessType,
    businessTypeName: '',
    scenario: template.scene,
    ...(input.startTime === undefined ? {} : { startTime: input.startTime }),
    ...(input.contractAmount === undefined ? {} : { contractAmount: input.contractAmount }),
    ...(input.endTime === undefined ? {} : { endTime: input.endTime }),
    taskFileType,
    signFlow: 'SPECIFIED',
    orderState: new Set(signers.map(({ signOrder }) => signOrder)).size > 1 ? 'ORDER' : 'DISORDER',
    codeStatus: 'DISABLE',
    watermarkState: 'DISABLE',
    documents: [
      {
        documentId,
        fileName: `${template.name}.${taskFileType.toLowerCase()}`,
        fileKey: '',
        template: source,
      },
    ],
    attachments: [],
    signers,
    copies: input.copies.map((copy) => ({ ...copy, copyId: context.newId() })),
    placements: [],
  };
  return { planned, template, content, documentId, cast, openerId };
}

/** The task's signers in the roles of the template; each role is played once. */
function castSigners(
  { signers: parties }: Input,
  content: TemplateContent,
  newId: () => string,
  opener: string | undefined,
) {
  const cast: Record<string, string> = {};
  const problems: { path: string; problem: string }[] = [];
  const signers: PlanSigner[] = [];
  const open = content.signers.find(({ key, name }) => key === opener || name === opener);
  let openerId = '';
  if (open) {
    openerId = newId();
    cast[open.key] = openerId;
    signers.push({ signerId: openerId, type: open.type, signOrder: open.order, userName: '', mobile: '' });
    if (open.type !== 'PERSON') problems.push({ path: 'opener', problem: 'personNeeded' });
  } else if (opener !== undefined) problems.push({ path: 'opener', problem: 'unknownName' });
  for (const [i, { role, ...party }] of parties.entries()) {
    const wanted = content.signers.find(({ key, name }) => key === role || name === role);
    if (!wanted || cast[wanted.key]) {
      problems.push({ path: `signers.${i}.role`, problem: wanted ? 'repeated' : 'unknownName' });
      continue;
    }
    const signerId = newId();
    cast[wanted.key] = signerId;
    signers.push({ ...party, signerId, type: wanted.type, signOrder: wanted.order });
  }
  const missing = content.signers.filter(({ key }: ContentSigner) => !cast[key]);
  problems.push(...missing.map(({ name }) => ({ path: `signers.${name}`, problem: 'required' })));
  return { cast, problems, signers, openerId };
}

/** The path in the call's input, by names. */
function pathOf(
  content: TemplateContent,
  { field, rows, row }: { field?: string | undefined; rows?: string | undefined; row?: number | undefined },
): string {
  const nameOf = (list: readonly { key: string; name: string }[], key: string) =>
    list.find((one) => one.key === key)?.name ?? key;
  const inRows =
    rows === undefined ? [] : ['rows', nameOf(content.rows, rows), ...(row === undefined ? [] : [row])];
  const name = field === undefined ? [] : [nameOf(content.fields, field)];
  return [...(rows === undefined ? ['fields'] : inRows), ...name].join('.');
}
