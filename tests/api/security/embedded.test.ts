import { beforeAll, describe, expect, it } from 'vitest';
import type { AnyCall, Envelope } from '#core/call.ts';
import { allCalls } from '#core/calls.ts';
import { makeEmbedLink, makeSendLink, makeTemplateLink } from '#core/embed/calls.ts';
import { callsOfEmbed, type EmbedKind } from '#core/embed/reach.ts';
import { ERROR_CODES } from '#core/errors.ts';
import { getTask, sendTask } from '#core/task/calls.ts';
import { saveDraft } from '#core/task/draft-calls.ts';
import { saveTemplate } from '#core/template/record-calls.ts';
import { publishTemplate, readTemplate } from '#core/template/version-calls.ts';
import { ApiClient } from '#tests/client.ts';
import { newApiKey } from '#tests/fixtures/api-keys.ts';
import { candidates } from '#tests/fixtures/attack/crawl.ts';
import { forEach } from '#tests/fixtures/attack/for-each.ts';
import { flawOf } from '#tests/fixtures/attack/judge.ts';
import { SECRETS, type Secret, sharedWorld, type World } from '#tests/fixtures/attack/world.ts';
import { accepts, inputsOf } from '#tests/fixtures/call-inputs.ts';
import { openLink } from '#tests/fixtures/embeds.ts';
import { changed, foundIn, rowsOf } from '#tests/fixtures/foreign.ts';
import { webTemplate, withSealsApart } from '#tests/fixtures/template-content.ts';
import { enterpriseSigner, personSigner, taskToSend } from '../../fixtures/contracts.ts';
import { addMember, type Company, database, newPerson, type Person } from '../../fixtures/people.ts';
import { product } from '../../product.ts';

const ORIGIN = 'https://portal.example.com';
/** So many of the identifiers that fit a place are tried in it. */
const EACH = 12;

/** A session of an embedded page, with what it is for and what its own calls tell besides. */
interface Embedded {
  name: string;
  kind: EmbedKind;
  client: ApiClient;
  subjectId: string;
  templateId: string;
  /** What the person chooses from in that page: seals to stamp with, roles and fields to place. */
  tells: Readonly<Record<string, readonly Secret[]>>;
}

let world: World;
let pages: Embedded[];

const nobody = () => new ApiClient(product().baseUrl);
const named = (person: Person) => ({ realName: person.name, mobile: person.mobile });

async function programOf(person: Person, { id }: Company): Promise<ApiClient> {
  const client = nobody();
  const scopes = ['read', 'send', 'manage'] as const;
  client.apiKey = await newApiKey(database(), person.id, id, [...scopes], { origins: [ORIGIN] });
  return client;
}

async function signing(program: ApiClient, signer: Parameters<typeof taskToSend>[1][number], person: Person) {
  const { planId: taskId } = await program.call(sendTask, await taskToSend(program, [signer]));
  const { signerList } = await program.call(getTask, { planId: taskId });
  const link = await program.call(makeEmbedLink, {
    planId: taskId,
    signerId: signerList[0]!.signerId,
    origin: ORIGIN,
  });
  return {
    kind: 'SIGN',
    client: await openLink(link, person.mobile),
    subjectId: taskId,
    templateId: '',
  } as const;
}

beforeAll(async () => {
  world = await sharedWorld();
  const { a, b, boss, other } = world.people;
  const ours = await programOf(boss, a);
  // Without the page this member would see all of the enterprise: what is refused is refused to the page.
  const sender = await newPerson();
  const editor = await newPerson();
  for (const one of [sender, editor]) await addMember(a, one, ['BUSINESS_ADMIN']);
  const { client: admin } = world.callers.admin!;
  const template = async () => {
    const { id } = await admin.call(saveTemplate, {
      businessType: 'SALES',
      sceneType: 'ENT',
      templateName: `供货合同 ${crypto.randomUUID().slice(0, 6)}`,
      templateType: 'WEB',
    });
    await admin.call(publishTemplate, { id, number: 0, content: withSealsApart(webTemplate()) });
    return id;
  };
  const [used, edited] = [await template(), await template()];
  const send = await ours.call(makeSendLink, {
    templateId: used,
    taskName: '采购',
    fields: {},
    signers: [],
    mobile: sender.mobile,
    origin: ORIGIN,
  });
  const edit = await ours.call(makeTemplateLink, {
    templateId: edited,
    mobile: editor.mobile,
    origin: ORIGIN,
  });
  pages = [
    {
      name: 'who signs for the enterprise',
      ...(await signing(ours, enterpriseSigner(a, named(boss)), boss)),
      tells: { 'seal.listUsableSeals': ['SEAL'], 'seal.getStampProblem': ['SEAL'] },
    },
    {
      name: 'who signs as a person',
      ...(await signing(await programOf(other, b), personSigner(named(boss)), boss)),
      tells: { 'seal.listUsableSeals': ['PRIVATE_SEAL'], 'seal.getStampProblem': ['PRIVATE_SEAL'] },
    },
    {
      name: 'who sends a draft',
      kind: 'SEND',
      client: await openLink(send, sender.mobile),
      subjectId: send.draftId,
      templateId: used,
      tells: {},
    },
    {
      name: 'who edits a template',
      kind: 'TEMPLATE',
      client: await openLink(edit, editor.mobile),
      subjectId: edited,
      templateId: edited,
      tells: {
        // Roles and fields of the enterprise are what it edits with.
        'template.readTemplate': ['TEMPLATE', 'PARTS'],
        'template.listRoles': ['PARTS'],
        'template.listFields': ['PARTS'],
      },
    },
  ];
});

/** The places of an input that say what the page is for. */
function ownIn({ kind, subjectId, templateId }: Embedded, name: string): string | undefined {
  if (kind === 'SIGN') return name === 'planId' || name === 'id' ? subjectId : undefined;
  if (name === 'room') return `${kind === 'SEND' ? 'draft' : 'template'}:${subjectId}`;
  if (kind === 'SEND' && name === 'draftId') return subjectId;
  return name === 'id' ? templateId : undefined;
}

/** Whether the call tells the page this, of its own template where it names one. */
const mayTell = (page: Embedded, { id }: AnyCall, input: Record<string, unknown>, name: Secret): boolean =>
  (page.tells[id]?.includes(name) ?? false) && (input.id === undefined || input.id === page.templateId);

/** The rows that belong to no page’s own task, draft or template. */
async function othersRows() {
  const own = pages.flatMap(({ subjectId, templateId }) => [subjectId, templateId]).filter(Boolean);
  const owned = await Promise.all(world.owners.map(({ owns }) => rowsOf(database(), owns)));
  const isOther = (row: object) => !own.some((id) => JSON.stringify(row).includes(id));
  return owned.map((tables) => new Map([...tables].map(([name, rows]) => [name, rows.filter(isOther)])));
}

describe('a session of an embedded page', () => {
  it('reads and changes nothing else of its enterprise or person, whatever ids stand beside it', async () => {
    const found = [];
    for (const { owns } of world.owners) found.push(...foundIn(await rowsOf(database(), owns)));
    const before = await othersRows();
    const tries: { page: Embedded; call: AnyCall; input: Record<string, unknown>; own: boolean }[] = [];
    for (const page of pages) {
      const foreign = found.filter(({ id }) => id !== page.subjectId && id !== page.templateId);
      for (const call of allCalls().filter(({ id }) => callsOfEmbed(page.kind).includes(id)))
        for (const own of [true, false])
          for (let turn = 0; turn < EACH; turn++) {
            const made = inputsOf(call, (name, kind) => {
              const mine = own ? ownIn(page, name) : undefined;
              if (mine !== undefined) return mine;
              const fitting = candidates(foreign, call, name, kind, EACH);
              return fitting[turn % fitting.length] ?? (kind === 'file' ? '0'.repeat(64) : 'nothing0here');
            });
            // What ends the page’s own task would leave nothing to try; that it does stands in api/embed.
            const ends = own && call.id === 'task.rejectTask';
            for (const { input, ids } of made)
              if (!ends && ids.length > 0 && accepts(call, input)) tries.push({ page, call, input, own });
          }
    }
    const different = [
      ...new Map(tries.map((one) => [JSON.stringify([one.page.name, one.call.id, one.input]), one])).values(),
    ];
    const problems: string[] = [];
    const past = new Set<string>();
    await forEach(different, async ({ page, call, input, own }) => {
      const body = call.body === 'bytes' ? { ...input, body: new Uint8Array([1]) } : input;
      const response = await page.client.send(call, body);
      const text = await response.text();
      const said = `${page.name}: ${call.id} with ${JSON.stringify(input).slice(0, 200)}`;
      const flaw = flawOf(response, text);
      if (flaw) problems.push(`${said}: ${flaw}`);
      for (const name of SECRETS)
        if (text.includes(world.words[name]) && !mayTell(page, call, input, name))
          problems.push(`${said} told ${name}`);
      if (!response.headers.get('content-type')?.includes('json')) {
        if (!own) problems.push(`${said} gave a file`);
        return;
      }
      const { code } = JSON.parse(text.trim().split('\n').at(-1) ?? '{}') as Envelope;
      if (own && code !== ERROR_CODES.NOT_FOUND && code !== ERROR_CODES.INPUT_INVALID)
        past.add(`${page.kind} ${call.id}`);
    });
    console.log(
      `attack: ${different.length} calls of embedded pages; past the page's own check: ${[...past].sort().join(', ')}`,
    );
    expect(problems.join('\n')).toBe('');
    expect(different.length).toBeGreaterThan(200);
    const after = await othersRows();
    expect(before.flatMap((rows, at) => changed(rows, after[at]!))).toEqual([]);
  });

  it('does what it is for', async () => {
    const [signs, , sends, edits] = pages as [Embedded, Embedded, Embedded, Embedded];
    expect((await signs.client.call(getTask, { planId: signs.subjectId })).planId).toBe(signs.subjectId);
    await sends.client.call(saveDraft, { draftId: sends.subjectId, taskName: '采购', fileNum: 0 });
    expect((await edits.client.call(readTemplate, { id: edits.subjectId })).access).toBe('OWNER');
  });
});
