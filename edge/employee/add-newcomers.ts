import { and, eq, inArray, notInArray, or } from 'drizzle-orm';
import type { OutputOf, ParsedInputOf } from '#core/call.ts';
import { DEPARTMENT_GONE, NEWCOMER_LIMITS, TWIN_PROBLEMS } from '#core/employee/newcomer.ts';
import type { addNewcomers as call } from '#core/employee/newcomer-calls.ts';
import { AppError } from '#core/errors.ts';
import { employee, newcomer, newcomerItem } from '#db/schema/index.ts';
import { departmentOpen, readDepartments } from '#edge/company/departments.ts';
import type { SignedInContext } from '#edge/kernel/context.ts';
import { sealFields } from '#edge/kernel/crypto/sealed-fields.ts';
import { InputRefused } from '#edge/kernel/http/read-input.ts';
import { commit, isUniqueError } from '#edge/kernel/storage/commit.ts';
import type { Statement } from '#edge/kernel/storage/statement.ts';
import { idNumberIndex } from '#edge/realname/sealed-fields.ts';
import { linkHashOf, tellNewcomer } from './newcomer-message.ts';
import { type FieldSource, readOnboardingFields } from './onboarding-fields.ts';
import { recordNewcomer } from './read-newcomer.ts';

type Form = ParsedInputOf<typeof call>['people'][number];
/** A newcomer with the digests by which they are found again. */
type IndexedForm = Form & { mobileIndex: string; idNumberIndex: string };
type Problem = { path: string; problem: string };

/**
 * Adds newcomers with the fields in their present versions, and sends each a link. Refuses all of them with a sentence at
 * each wrong row: a number twice in the list, of somebody employed, or of somebody who is being onboarded. Somebody who
 * was employed before may come back.
 */
export async function addNewcomers(
  input: ParsedInputOf<typeof call>,
  context: SignedInContext,
): Promise<OutputOf<typeof call>> {
  const all = await readOnboardingFields(context);
  const fields = all.filter(({ id }) => input.fieldIds.includes(id));
  if (fields.length < new Set(input.fieldIds).size) throw new AppError('ONBOARDING_FIELD_GONE');
  const people = await Promise.all(
    input.people.map(
      async (form): Promise<IndexedForm> => ({
        ...form,
        mobileIndex: await context.keys.indexOf(form.mobile, 'mobile'),
        idNumberIndex: await idNumberIndex(context, form.idType, form.idNumber),
      }),
    ),
  );
  const problems = await problemsOf(context, people);
  if (problems.length > 0) throw new InputRefused(problems);
  const made = await Promise.all(people.map((person) => added(context, person, fields)));
  const answer = { newcomerIds: made.map(({ id }) => id) };
  const departments = [...new Set(people.map(({ departmentId }) => departmentId))];
  try {
    await commit(
      context,
      departments.flatMap((id) => departmentOpen(context.actor.entId, id)),
      [...made.flatMap(({ statements }) => statements), ...context.remember(answer)],
      new AppError('DEPARTMENT_NOT_FOUND'),
    );
  } catch (error) {
    if (!isUniqueError(error)) throw error;
    // Somebody added one of them meanwhile.
    throw new InputRefused(await problemsOf(context, people));
  }
  return answer;
}

async function problemsOf(context: SignedInContext, people: readonly IndexedForm[]): Promise<Problem[]> {
  const { actor, db } = context;
  const mobiles = people.map(({ mobileIndex }) => mobileIndex);
  const numbers = people.map(({ idNumberIndex: number }) => number);
  const [employed, open, departments] = await Promise.all([
    db
      .select({ mobileIndex: employee.mobileIndex, idNumberIndex: employee.idNumberIndex })
      .from(employee)
      .where(
        and(
          eq(employee.enterpriseId, actor.entId),
          eq(employee.state, 'ACTIVE'),
          or(inArray(employee.mobileIndex, mobiles), inArray(employee.idNumberIndex, numbers)),
        ),
      ),
    db
      .select({ mobileIndex: newcomer.mobileIndex, idNumberIndex: newcomer.idNumberIndex })
      .from(newcomer)
      .where(
        and(
          eq(newcomer.enterpriseId, actor.entId),
          notInArray(newcomer.state, ['COMPLETED', 'CANCELLED']),
          or(inArray(newcomer.mobileIndex, mobiles), inArray(newcomer.idNumberIndex, numbers)),
        ),
      ),
    readDepartments(context, actor.entId),
  ]);
  const found: Problem[] = [];
  people.forEach((person, i) => {
    for (const [name, key] of [
      ['mobile', 'mobileIndex'],
      ['idNumber', 'idNumberIndex'],
    ] as const) {
      const same = (row: { mobileIndex: string; idNumberIndex: string }) => row[key] === person[key];
      const problems = TWIN_PROBLEMS[name];
      const problem = people.slice(0, i).some(same)
        ? problems.twice
        : employed.some(same)
          ? problems.employed
          : open.some(same)
            ? problems.open
            : undefined;
      if (problem) found.push({ path: `people.${i}.${name}`, problem });
    }
    const there = person.departmentId === '' || departments.some(({ id }) => id === person.departmentId);
    if (!there) found.push({ path: `people.${i}.departmentId`, problem: DEPARTMENT_GONE });
  });
  return found;
}

async function added(context: SignedInContext, person: IndexedForm, fields: readonly FieldSource[]) {
  const { actor, db, now } = context;
  const id = context.newId();
  const { realName, mobile, idNumber, idType, departmentId, mobileIndex } = person;
  const statements: Statement[] = [
    db.insert(newcomer).values({
      id,
      enterpriseId: actor.entId,
      nameSealed: await context.keys.sealField(realName, `realName:${id}`),
      sealed: await sealFields(context, id, { mobile, idNumber }),
      idType,
      mobileIndex,
      idNumberIndex: person.idNumberIndex,
      departmentId,
      linkHash: await linkHashOf(context, id, 1),
      linkEndsAt: now + NEWCOMER_LIMITS.linkMs,
      since: now,
      createdAt: now,
      createdBy: actor.accountId,
    }),
    db.insert(newcomerItem).values(
      fields.map((field, position) => ({
        id: context.newId(),
        enterpriseId: actor.entId,
        newcomerId: id,
        fieldId: field.id,
        fieldVersion: field.version,
        position,
      })),
    ),
    recordNewcomer(context, { id, enterpriseId: actor.entId }, 'ADDED'),
    tellNewcomer(context, id, 'NEWCOMER_INVITED'),
  ];
  return { id, statements };
}
