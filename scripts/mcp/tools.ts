import { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { maskName } from '#core/realname/mask.ts';
import { LONGEST_LINK, preparedDraft, preparedPath } from '#core/task/prepared-draft.ts';
import { firstValues } from '#core/task/template-document.ts';
import type { TemplateContent } from '#core/template/content.ts';
import { problemsOf } from '#core/template/fill/fields-in-text.ts';
import { readNamed } from '#core/template/fill/read-named.ts';
import {
  countTasks,
  getTask,
  getTrail,
  listTasks,
  listUsable,
  readUsable,
  readVersion,
  type Signet,
  SignetError,
} from '../../client/src/index.ts';

const BOXES = ['all', 'startWithMe', 'pending', 'done', 'finished', 'expiring'] as const;
const id = z.string().regex(/^[0-9a-z]{8,40}$/);
const READ_ONLY = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

const timeOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
type Task = {
  planId: string;
  number: string;
  taskName: string;
  label: string;
  signed: number;
  signers: number;
};
const taskOf = (task: Task & { startTime: number; endTime: number; endedTime: number | null }) => ({
  planId: task.planId,
  number: task.number,
  taskName: task.taskName,
  state: task.label,
  signed: task.signed,
  signers: task.signers,
  startTime: timeOf(task.startTime),
  endTime: timeOf(task.endTime),
  endedTime: timeOf(task.endedTime),
});

const answer = (data: object) => ({
  content: [{ type: 'text' as const, text: JSON.stringify(data, null, 1) }],
});

/** The answer of a tool, or the sentence of a refusal, which the assistant can tell the person. */
async function answerOf(work: () => Promise<object>) {
  try {
    return answer(await work());
  } catch (error) {
    if (!(error instanceof SignetError)) throw error;
    const { code, message, fields } = error;
    return { ...answer({ code, message, fields }), isError: true };
  }
}

/**
 * The tools for assistants, over the calls for programs. All of them only read: none sends, signs, changes or deletes
 * anything, and a contract that was prepared is a link that a person opens, looks at and sends. Answers are picked field
 * by field: names of people are masked, and no mobile number, address, number of a document, remark or file is in them.
 */
export function serveTools(signet: Signet, url: string): McpServer {
  const server = new McpServer({ name: 'signet', version: '2.5.0' });
  addTaskTools(server, signet);
  addTemplateTools(server, signet, url);
  return server;
}

function addTaskTools(server: McpServer, signet: Signet): void {
  server.registerTool(
    'count_contracts',
    {
      title: 'Count contracts',
      description:
        'How many contracts wait for whom, are finished or expire soon, and how many copies are left.',
      inputSchema: z.object({}),
      annotations: READ_ONLY,
    },
    () => answerOf(() => signet.call(countTasks, {})),
  );
  server.registerTool(
    'find_contracts',
    {
      title: 'Find contracts',
      description:
        'Contracts of the enterprise, the newest first, at most 20. `after` is the planId of the last one that you have.',
      inputSchema: z.object({
        box: z.enum(BOXES).default('all'),
        keyword: z.string().max(100).optional(),
        after: id.optional(),
      }),
      annotations: READ_ONLY,
    },
    ({ box, keyword, after }) =>
      answerOf(async () => {
        const input = { box, size: 20, ...(keyword ? { keyword } : {}), ...(after ? { after } : {}) };
        const { records, total } = await signet.call(listTasks, input);
        return { total, contracts: records.map(taskOf) };
      }),
  );
  server.registerTool(
    'read_contract',
    {
      title: 'Read a contract’s state',
      description: 'State, order and parties of a contract. Names of people are masked.',
      inputSchema: z.object({ planId: id }),
      annotations: READ_ONLY,
    },
    ({ planId: taskId }) =>
      answerOf(async () => {
        const plan = await signet.call(getTask, { planId: taskId });
        return {
          ...taskOf(plan),
          documents: plan.documents.length,
          parties: plan.signerList.map((party) => ({
            enterprise: party.entName,
            person: maskName(party.userName),
            order: party.signOrder,
            state: party.status,
            signedAt: timeOf(party.signedAt),
          })),
        };
      }),
  );
  server.registerTool(
    'read_steps',
    {
      title: 'Read what happened to a contract',
      description: 'The steps of a contract with their times. Names of people are masked.',
      inputSchema: z.object({ planId: id }),
      annotations: READ_ONLY,
    },
    ({ planId: taskId }) =>
      answerOf(async () => {
        const { entries } = await signet.call(getTrail, { planId: taskId });
        return {
          steps: entries.map(({ at, event, operator, agent }) => ({
            at: timeOf(at),
            event,
            person: maskName(operator),
            enterprise: agent,
          })),
        };
      }),
  );
}

async function contentOf(signet: Signet, templateId: string): Promise<TemplateContent> {
  const { version } = await signet.call(readUsable, { id: templateId });
  if (!version) throw new SignetError({ code: 404000, message: 'The template has no version yet.' });
  const { content } = await signet.call(readVersion, { versionId: version.versionId });
  return content as unknown as TemplateContent;
}

function addTemplateTools(server: McpServer, signet: Signet, url: string): void {
  server.registerTool(
    'find_templates',
    {
      title: 'Find templates',
      description: 'Templates from which a contract can be prepared.',
      inputSchema: z.object({ templateName: z.string().max(100).optional() }),
      annotations: READ_ONLY,
    },
    ({ templateName }) =>
      answerOf(async () => {
        const { records } = await signet.call(listUsable, templateName ? { templateName } : {});
        return {
          templates: records.map((one) => ({
            templateId: one.id,
            templateName: one.templateName,
            businessType: one.businessType,
            enterprise: one.entName,
          })),
        };
      }),
  );
  server.registerTool(
    'read_template',
    {
      title: 'Read what a template asks for',
      description:
        'Fields, repeated rows, optional parts and roles of a template, by the names to use in prepare_contract.',
      inputSchema: z.object({ templateId: id }),
      annotations: READ_ONLY,
    },
    ({ templateId }) =>
      answerOf(async () => {
        const { fields, rows, options, signers } = await contentOf(signet, templateId);
        return {
          fields: fields.map(({ name, types, required, choices, filledBy }) => ({
            name,
            types,
            required,
            choices,
            filledBy,
          })),
          rows: rows.map(({ name, least, most }) => ({ name, least, most })),
          options: options.map(({ name }) => ({ name })),
          roles: signers.map(({ name, type, order }) => ({ role: name, type, order })),
        };
      }),
  );
  server.registerTool(
    'prepare_contract',
    {
      title: 'Prepare a contract for a person to send',
      description:
        'Checks values and parties by the rules of the template and answers a link. Nothing is stored or sent: the person opens the link, signed in, looks at the draft and sends it. Give the link to the person as it is.',
      inputSchema: preparedDraft.extend({ templateId: id }),
      annotations: READ_ONLY,
    },
    ({ templateId, ...prepared }) =>
      answerOf(async () => {
        const content = await contentOf(signet, templateId);
        const { values, unknown } = readNamed(content, prepared, firstValues(content));
        const roles = content.signers.map(({ name }) => name);
        const problems = [
          ...unknown.map((path) => ({ path, problem: 'unknownName' })),
          ...prepared.signers
            .filter(({ role }) => !roles.includes(role))
            .map(({ role }) => ({ path: `signers.${role}`, problem: 'unknownName' })),
        ];
        if (problems.length > 0) return { problems };
        const nameOf = (key: string | undefined) => content.fields.find((one) => one.key === key)?.name ?? '';
        const open = problemsOf(content, values).map(({ problem, field }) => ({
          field: nameOf(field),
          problem,
        }));
        const link = `${url}${preparedPath(templateId, prepared)}`;
        if (link.length > LONGEST_LINK) return { problems: [{ path: 'rows', problem: 'tooLong' }] };
        return {
          link,
          stillToDo: [
            ...open,
            ...roles
              .filter((role) => !prepared.signers.some((one) => one.role === role))
              .map((role) => ({ role, problem: 'required' })),
          ],
          next: 'A person opens the link, checks the draft and sends it. You cannot send or sign.',
        };
      }),
  );
}
