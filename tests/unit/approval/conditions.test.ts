import { describe, expect, it } from 'vitest';
import { type ContractFacts, changesBetween, digestOfContract } from '#core/approval/contract.ts';
import { amountsOf } from '#core/approval/contract-amounts.ts';
import { resolveSteps } from '#core/approval/find-approvers.ts';
import { approvalFlow, asksTypedAmount, conditions, holds, judgeAmount } from '#core/approval/flow.ts';
import { chip, key, line, makeContent, makeField, makeValues } from '../template/contents.ts';

const FACTS = { businessType: 'SALES', senderRoles: [] };
const MILLION = 100_000_000;

describe('a condition on an amount', () => {
  const when = { amountField: '合同金额', amountFrom: MILLION, amountTo: 5 * MILLION };
  const judge = (...amounts: [field: string, fen: number | null][]) =>
    judgeAmount(when, { amounts: amounts.map(([field, fen]) => ({ field, fen })) });

  it('[1.4] holds within its bounds, both inclusive, judged by its field before the typed amount', () => {
    expect(judge(['合同金额', MILLION])).toBe('HOLDS');
    expect(judge(['合同金额', 5 * MILLION])).toBe('HOLDS');
    expect(judge(['合同金额', MILLION - 1])).toBe('NOT');
    expect(judge(['合同金额', 5 * MILLION + 1])).toBe('NOT');
    expect(judge(['合同金额', 2 * MILLION], ['', 1])).toBe('HOLDS');
    expect(judge(['合同金额', 1], ['', 2 * MILLION])).toBe('NOT');
    expect(judge(['单价', 2 * MILLION], ['', 1])).toBe('NOT');
    expect(judge(['单价', 1], ['', 2 * MILLION])).toBe('HOLDS');
    expect(judge(['合同金额', 1], ['合同金额', 2 * MILLION])).toBe('HOLDS');
  });

  it('holds, with a remark, if the amount is missing or cannot be parsed', () => {
    expect(judge()).toBe('UNREAD');
    expect(judge(['单价', 1])).toBe('UNREAD');
    expect(judge(['合同金额', null], ['', 1])).toBe('UNREAD');
    expect(judge(['合同金额', null], ['合同金额', 1])).toBe('UNREAD');
    expect(judgeAmount(when, {})).toBe('UNREAD');
    expect(holds(when, FACTS)).toBe(true);
    expect(judgeAmount({ amountTo: 5 }, { amounts: [{ field: '', fen: 6 }] })).toBe('NOT');
    expect(judgeAmount({}, {})).toBe('HOLDS');
  });

  it('asks the sender for the amount only if no field has it', () => {
    const amounts = [{ field: '合同金额', fen: 1 }];
    expect(asksTypedAmount(when, amounts)).toBe(false);
    expect(asksTypedAmount(when, [])).toBe(true);
    expect(asksTypedAmount({ amountFrom: 1 }, amounts)).toBe(true);
    expect(asksTypedAmount({ amountFrom: 1 }, [{ field: '', fen: 1 }])).toBe(true);
    expect(asksTypedAmount({}, [])).toBe(false);
  });

  it('needs bounds that can be met', () => {
    const isRight = (one: unknown) => conditions.safeParse(one).success;
    expect(isRight(when)).toBe(true);
    expect(isRight({ amountFrom: 2, amountTo: 1 })).toBe(false);
    expect(isRight({ amountField: '合同金额' })).toBe(false);
    expect(isRight({ amountFrom: Number.NaN })).toBe(false);
    expect(isRight({ amountFrom: 0.5 })).toBe(false);
    expect(isRight({ amountFrom: -1 })).toBe(false);
  });

  it('of a node adds its approver, and the flow says where an amount could not be read', () => {
    const flow = approvalFlow.parse({
      name: '流程',
      subjects: ['TASK'],
      applies: 'ALWAYS',
      nodes: [
        {
          key: key('one'),
          name: '部门',
          mode: 'SINGLE',
          approvers: { by: 'PERSONS', accounts: ['aaaaaaaa'] },
        },
        {
          key: key('two'),
          name: '总经理',
          mode: 'SINGLE',
          approvers: { by: 'PERSONS', accounts: ['aaaaaaaa'] },
          when: { amountFrom: MILLION },
        },
      ],
    });
    const staff = {
      members: [{ accountId: 'aaaaaaaa', roles: [], departmentId: '' }],
      departments: [],
      substitutes: new Map(),
      sealKeepers: [],
    };
    const plan = (fen: number | null) => {
      const facts = { ...FACTS, amounts: [{ field: '', fen }] };
      const { steps, unread } = resolveSteps(flow, facts, { accountId: 'bbbbbbbb', departmentId: '' }, staff);
      return [steps.length, unread];
    };
    expect(plan(MILLION)).toEqual([2, false]);
    expect(plan(MILLION - 1)).toEqual([1, false]);
    expect(plan(null)).toEqual([2, true]);
  });
});

it('amounts of a contract are those typed and those of the fields that are kept in its text', () => {
  const content = makeContent(
    [
      line(chip('total')),
      line(chip('words'), chip('wan'), chip('dollars'), chip('theirs')),
      { type: 'optional', attrs: { option: key('option') }, content: [line(chip('dropped'))] },
    ],
    {
      options: [{ key: key('option'), name: '选项', position: 1 }],
      signers: [{ key: key('signer'), name: '乙方', type: 'PERSON', position: 1 }],
      fields: [
        makeField('total', { name: '总价', types: ['AMOUNT'] }),
        makeField('words', { name: '大写金额' }),
        makeField('wan', { name: '金额万元', types: ['NUMBER'] }),
        makeField('dollars', { name: '总价美元', types: ['AMOUNT'] }),
        makeField('theirs', { name: '报价', types: ['AMOUNT'], filledBy: key('signer') }),
        makeField('dropped', { name: '订金', types: ['AMOUNT'] }),
        makeField('nowhere', { name: '别处', types: ['AMOUNT'] }),
      ],
    },
  );
  const values = makeValues({
    fields: {
      [key('total')]: '1200000.5',
      [key('words')]: '人民币壹佰贰拾万元整',
      [key('wan')]: '120.5',
      [key('dollars')]: '5',
      [key('theirs')]: '5',
      [key('dropped')]: '5',
      [key('nowhere')]: '5',
    },
    options: { [key('option')]: false },
  });
  expect(amountsOf(7, [{ content, values }])).toEqual([
    { field: '', fen: 7 },
    { field: '总价', fen: 120_000_050 },
    { field: '大写金额', fen: 120_000_000 },
    { field: '金额万元', fen: 120_500_000 },
    { field: '总价美元', fen: null },
    { field: '报价', fen: null },
  ]);
});

it('an approval is for the typed amount: another changes the digest, reported on resubmission', async () => {
  const facts: ContractFacts = {
    taskName: '采购合同',
    businessType: 'SALES',
    ordered: false,
    startAt: 1,
    deadline: 2,
    files: [],
    parties: [],
    copies: [],
    places: [],
  };
  const digest = (amount?: number) => digestOfContract({ ...facts, amount });
  expect(new Set([await digest(), await digest(0), await digest(1)]).size).toBe(3);
  expect(await digest(1)).toBe(await digest(1));
  const change = (before?: number, now?: number) =>
    changesBetween({ ...facts, amount: before }, { ...facts, amount: now });
  expect(change(5, 6)).toEqual([{ change: 'AMOUNT', subject: '5' }]);
  expect(change(undefined, 6)).toEqual([{ change: 'AMOUNT', subject: '' }]);
  expect(change(5, 5)).toEqual([]);
});
