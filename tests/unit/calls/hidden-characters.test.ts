import { expect, it } from 'vitest';
import { z } from 'zod';
import { hiddenIn, isPlainLine, severalLines, withoutHidden } from '#core/validate/hidden-characters.ts';
import { implementations } from '#edge/worker.ts';

const HIDDEN = [
  '\u0000',
  '\t',
  '\r',
  '\u001b',
  '\u007f',
  '\u0085',
  '\u200e',
  '\u200f',
  '\u061c',
  '\u2028',
  '\u2029',
];
const TURNING = ['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'];

/** Free texts, each by its call: whoever adds one thinks of the messages that it reaches. */
const SEVERAL_LINES = [
  'account.saveAutograph picture.design.body.text',
  'account.saveAutograph picture.design.bottomCode.text',
  'account.saveAutograph picture.design.secondBody.text',
  'account.saveAutograph picture.design.sections.0.text',
  'approval.addComment text',
  'approval.decideApproval words',
  'approval.passApprovals words',
  'approval.previewApproval templates.0.values.fields.x',
  'approval.previewApproval templates.0.values.rows.x.0.x',
  'approval.replyComment text',
  'approval.requestSealUse fillings.0.value',
  'approval.requestSealUse reason',
  'batch.sendBatch plan.planSendDocumentVOList.0.template.values.fields.x',
  'batch.sendBatch plan.planSendDocumentVOList.0.template.values.rows.x.0.x',
  'batch.sendBatch rows.0.cells.x',
  'batch.sendFromTemplate fields.x',
  'batch.sendFromTemplate rows.x.0.x',
  'company.applyAdministrator applyReason',
  'company.decideAdminApplication remark',
  'company.decideOrphanApplication remark',
  'company.rejectJoin remark',
  'company.revokeEnterpriseAuth reason',
  'company.saveApplyJoinEnt applyReason',
  'embed.makeSendLink fields.x',
  'embed.makeSendLink rows.x.0.x',
  'employee.changeSeveral reason',
  'employee.depart departReason',
  'employee.fillNewcomer values.x',
  'employee.handInEntry values.x',
  'employee.reviewNewcomer reason',
  'employee.transfer reason',
  'platform.askRecertification reason',
  'platform.changeEdition reason',
  'platform.changePersonMobile reason',
  'platform.decideReview reason',
  'platform.endPersonSessions reason',
  'platform.switchEnterprise reason',
  'seal.certifyUkey request',
  'seal.createSeal picture.design.body.text',
  'seal.createSeal picture.design.bottomCode.text',
  'seal.createSeal picture.design.secondBody.text',
  'seal.createSeal picture.design.sections.0.text',
  'seal.saveTemplate design.body.text',
  'seal.saveTemplate design.bottomCode.text',
  'seal.saveTemplate design.secondBody.text',
  'seal.saveTemplate design.sections.0.text',
  'seal.updateSeal picture.design.body.text',
  'seal.updateSeal picture.design.bottomCode.text',
  'seal.updateSeal picture.design.secondBody.text',
  'seal.updateSeal picture.design.sections.0.text',
  'signinglink.publishSigningLink fields.x',
  'signinglink.publishSigningLink rows.x.0.x',
  'signinglink.submitSigningLink fields.x',
  'task.beginTaskUkey fillings.0.value',
  'task.correctCopy reason',
  'task.correctSigner reason',
  'task.handOverTurn reason',
  'task.rejectTask reason',
  'task.revokeTask reason',
  'task.sendTask planSendDocumentVOList.0.template.values.fields.x',
  'task.sendTask planSendDocumentVOList.0.template.values.rows.x.0.x',
  'task.signTask fillings.0.value',
  'task.voidTask reason',
  'template.fillWord values.fields.x',
  'template.fillWord values.rows.x.0.x',
  'template.publish content.fields.0.preset',
  'template.saveClause content.fields.0.preset',
  'template.saveRole note',
  'template.tryOutWord content.fields.0.preset',
  'template.updateClause content.fields.0.preset',
  'template.updateRole note',
];

/** Where a schema may take a text, as paths. */
function textsOf(schema: z.ZodType, path: string[] = []): string[][] {
  const def = schema.def as unknown as {
    type: string;
    shape?: Record<string, z.ZodType>;
    element?: z.ZodType;
    items?: z.ZodType[];
    innerType?: z.ZodType;
    keyType?: z.ZodType;
    valueType?: z.ZodType;
    options?: z.ZodType[];
    in?: z.ZodType;
    out?: z.ZodType;
    left?: z.ZodType;
    right?: z.ZodType;
  };
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape!).flatMap(([name, part]) => textsOf(part, [...path, name]));
    case 'array':
      return textsOf(def.element!, [...path, '0']);
    case 'tuple':
      return def.items!.flatMap((item) => textsOf(item, [...path, '0']));
    case 'record':
      return textsOf(def.valueType!, [...path, 'x']);
    case 'union':
      return def.options!.flatMap((option) => textsOf(option, path));
    case 'intersection':
      return [...textsOf(def.left!, path), ...textsOf(def.right!, path)];
    case 'pipe':
      return [...textsOf(def.in!, path), ...textsOf(def.out!, path)];
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'catch':
    case 'readonly':
    case 'nonoptional':
      return textsOf(def.innerType!, path);
    case 'string':
      return [path];
    // no text, or one of the texts that the schema names
    case 'enum':
    case 'literal':
    case 'number':
    case 'boolean':
    case 'null':
    case 'undefined':
    case 'date':
    case 'transform':
    // bytes of a file: its name is not read
    case 'custom':
      return [];
    default:
      throw new Error(`this test knows no ${def.type}: ${path.join('.')}`);
  }
}

const valueAt = (path: string[], text: string): unknown =>
  path.reduceRight<unknown>((inner, name) => (name === '0' ? [inner] : { [name]: inner }), text);

it('no text of a call has a control or direction mark; line feeds only in free texts', () => {
  const several = new Set<string>();
  let fields = 0;
  for (const { call } of implementations)
    for (const path of textsOf(call.input)) {
      fields++;
      const name = path.join('.');
      expect(hiddenIn(call.input, valueAt(path, '普通 text, “так”')), `${call.id} ${name}`).toEqual([]);
      for (const hidden of [...HIDDEN, ...TURNING])
        expect(
          hiddenIn(call.input, valueAt(path, `a${hidden}b`)),
          `${call.id} ${name} ${JSON.stringify(hidden)}`,
        ).toEqual([name]);
      if (hiddenIn(call.input, valueAt(path, 'a\nb')).length === 0) several.add(`${call.id} ${name}`);
    }
  expect([...several].sort(), 'a field of several lines is listed in SEVERAL_LINES').toEqual(SEVERAL_LINES);
  expect(fields).toBeGreaterThan(400);
});

it('looks into lists, records and their names, and into what a schema does not name', () => {
  const schema = z.object({
    list: z.array(z.object({ note: severalLines(z.string()).optional(), name: z.string() })),
    more: z.record(z.string(), z.unknown()).optional(),
  });
  expect(hiddenIn(schema, { list: [{ note: 'a\nb', name: 'a' }] })).toEqual([]);
  expect(hiddenIn(schema, { list: [{ name: 'a' }, { note: 'a\rb', name: 'a\nb' }] })).toEqual([
    'list.1.note',
    'list.1.name',
  ]);
  expect(hiddenIn(schema, { list: [], more: { x: [{ y: 'a\nb' }] } })).toEqual(['more.x.0.y']);
  expect(hiddenIn(schema, { list: [], more: { 'a\nb': 1 } })).toEqual(['more']);
  expect(hiddenIn(schema, { list: [], more: { bytes: new Uint8Array([10]), nothing: null } })).toEqual([]);
  expect(hiddenIn(schema, JSON.parse('{"list":[],"constructor":{"prototype":"a\\nb"}}'))).toEqual([
    'constructor.prototype',
  ]);
});

it('gives a chosen file a name without hidden characters', () => {
  expect(withoutHidden('合同\u202efdp\t.exe\n')).toBe('合同fdp.exe');
  expect(isPlainLine(withoutHidden([...HIDDEN, ...TURNING, '𠮷'].join('a')))).toBe(true);
  expect(withoutHidden('𠮷.pdf')).toBe('𠮷.pdf');
});
