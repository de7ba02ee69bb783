/** Certificates of employees as pictures: what is taken, what is kept of it, and who sees it. */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import {
  addEmployee,
  changeEmployeePaper,
  getEmployee,
  getEmployeeImage,
  removeEmployeeImage,
  uploadEmployeeImage,
} from '#core/employee/calls.ts';
import { EMPLOYEE_IMAGE_RULE } from '#core/employee/images.ts';
import { PAPERS_MOST } from '#core/employee/states.ts';
import { employeeImage } from '#db/schema/index.ts';
import { newMobile } from '#tests/fixtures/new-number.ts';
import { addMember, database, newCompany, newPerson } from '#tests/fixtures/people.ts';
import { newResidentId } from '#tests/fixtures/personal-values.ts';
import { blobOf, PLACE, phoneJpeg, plainPng } from '#tests/fixtures/pictures.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';

async function employed() {
  const [boss, clerk, member] = [await newPerson(), await newPerson(), await newPerson()];
  const ent = await newCompany(boss);
  await addMember(ent, clerk, ['HR']);
  await addMember(ent, member, ['EMPLOYEE']);
  const hr = await signedIn(clerk, ent);
  const mobile = newMobile();
  const { employeeId } = await hr.call(addEmployee, {
    personal: { realName: '阿依古丽', mobile, idType: 'RESIDENT_ID', idNumber: newResidentId() },
    work: { entryDate: '2024-03-01' },
  });
  return { ent, clerk, hr, member: await signedIn(member, ent), employeeId };
}

const NO_NAME = { name: '', expiry: '' };
const text = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes);

it('[3.2b] education and resignation certificates are taken, cleaned, replaced and removed', async () => {
  const { hr, clerk, employeeId } = await employed();
  const send = async (kind: 'EDUCATION' | 'RESIGNATION', file: Blob) =>
    (await hr.call(uploadEmployeeImage, { employeeId, kind, file })).imageId;
  expect(text(phoneJpeg())).toContain(PLACE);
  const first = await send('EDUCATION', blobOf(phoneJpeg(), 'image/jpeg'));
  const other = await send('RESIGNATION', blobOf(plainPng(30, 20)));
  const seen = await hr.download(getEmployeeImage, { imageId: first });
  expect(text(seen.bytes).slice(0, 2)).toBe('\xff\xd8');
  expect(text(seen.bytes)).not.toContain(PLACE);
  expect((await hr.call(getEmployee, { employeeId })).images).toEqual([
    { imageId: first, kind: 'EDUCATION', ...NO_NAME, width: expect.any(Number), height: expect.any(Number) },
    { imageId: other, kind: 'RESIGNATION', ...NO_NAME, width: 30, height: 20 },
  ]);

  const second = await send('EDUCATION', blobOf(plainPng(40, 40)));
  expect(await refusal(hr, getEmployeeImage, { imageId: first })).toBe('NOT_FOUND');
  await hr.call(removeEmployeeImage, { imageId: second });
  expect(await refusal(hr, removeEmployeeImage, { imageId: second })).toBe('NOT_FOUND');
  const third = await send('EDUCATION', blobOf(plainPng(40, 40)));
  // Of several who remove one at once, one does, and one line tells of it.
  const removals = await Promise.all(
    Array.from({ length: 5 }, () => refusal(hr, removeEmployeeImage, { imageId: third })),
  );
  expect(removals.sort()).toEqual([...Array(4).fill('NOT_FOUND'), 'OK']);
  // What opened them went with their rows.
  const rows = await database().select().from(employeeImage).where(eq(employeeImage.employeeId, employeeId));
  expect(rows.map((row) => row.id)).toEqual([other]);

  const { records } = await hr.call(getEmployee, { employeeId });
  expect(records.map(({ record, remark, operator }) => [record, remark, operator])).toEqual([
    ['IMAGE_REMOVED', 'EDUCATION', clerk.name],
    ['IMAGE_ADDED', 'EDUCATION', clerk.name],
    ['IMAGE_REMOVED', 'EDUCATION', clerk.name],
    ['IMAGE_ADDED', 'EDUCATION', clerk.name],
    ['IMAGE_VIEWED', 'EDUCATION', clerk.name],
    ['IMAGE_ADDED', 'RESIGNATION', clerk.name],
    ['IMAGE_ADDED', 'EDUCATION', clerk.name],
    ['ADDED', '', clerk.name],
  ]);
});

it('other papers have name and last day; are changed, replaced and removed, each with a line', async () => {
  const { hr, employeeId } = await employed();
  const wrong = async (change: { name?: string; expiry?: string; imageId?: string }) => {
    const input = { employeeId, kind: 'PAPER' as const, file: blobOf(plainPng()), ...change };
    return (await hr.envelope(uploadEmployeeImage, input)).fields?.map(({ problem }) => problem);
  };
  const papers = async () =>
    (await hr.call(getEmployee, { employeeId })).images.map(({ imageId, kind, name, expiry, width }) => [
      ...[imageId, kind, name, expiry, width],
    ]);
  expect(await wrong({})).toEqual(['employee:rule.paperName']);
  expect(await wrong({ name: '健'.repeat(21) })).toEqual(['employee:rule.paperName']);
  expect(await wrong({ name: '健康证', expiry: '2027-02-30' })).toEqual(['employee:rule.day']);
  expect(await papers()).toEqual([]);
  const send = async (change: { name: string; expiry?: string; imageId?: string; file: Blob }) =>
    (await hr.call(uploadEmployeeImage, { employeeId, kind: 'PAPER', ...change })).imageId;
  const health = await send({ name: ' 健康证 ', expiry: '2027-02-28', file: blobOf(plainPng(30, 20)) });
  const permit = await send({ name: '工作许可', file: blobOf(plainPng(40, 20)) });
  expect(await papers()).toEqual([
    [health, 'PAPER', '健康证', '2027-02-28', 30],
    [permit, 'PAPER', '工作许可', '', 40],
  ]);
  // Nothing is overwritten by a name that happens to be the same.
  expect(await wrong({ name: '健康证' })).toEqual(['employee:rule.paperTwice']);
  expect(await papers()).toHaveLength(2);
  const twin = await hr.envelope(changeEmployeePaper, { imageId: permit, name: '健康证', expiry: '' });
  expect(twin).toMatchObject({ fields: [{ path: 'name', problem: 'employee:rule.paperTwice' }] });
  await hr.call(changeEmployeePaper, { imageId: permit, name: '外国人工作许可', expiry: '2028-01-31' });
  const renewed = await send({
    ...{ name: '健康证', expiry: '2028-02-28', imageId: health },
    file: blobOf(plainPng(50, 20)),
  });
  expect(await refusal(hr, getEmployeeImage, { imageId: health })).toBe('NOT_FOUND');
  expect(await refusal(hr, changeEmployeePaper, { imageId: health, name: '健康证', expiry: '' })).toBe(
    'NOT_FOUND',
  );
  expect((await papers()).map((paper) => paper.slice(2))).toEqual([
    ['外国人工作许可', '2028-01-31', 40],
    ['健康证', '2028-02-28', 50],
  ]);
  await hr.call(removeEmployeeImage, { imageId: renewed });
  expect(await papers()).toHaveLength(1);
  const { records } = await hr.call(getEmployee, { employeeId });
  expect(records.map(({ record, remark }) => `${record} ${remark}`.trim()).reverse()).toEqual([
    'ADDED',
    'IMAGE_ADDED PAPER',
    'IMAGE_ADDED PAPER',
    'PAPER_CHANGED PAPER',
    'IMAGE_ADDED PAPER',
    'IMAGE_REMOVED PAPER',
  ]);
  // A certificate has its place, and takes no name.
  const { imageId } = await hr.call(uploadEmployeeImage, {
    ...{ employeeId, kind: 'EDUCATION', name: '健康证', expiry: '2027-01-01' },
    file: blobOf(plainPng()),
  });
  expect((await hr.call(getEmployee, { employeeId })).images).toMatchObject([{ imageId, ...NO_NAME }, {}]);
  expect(await refusal(hr, changeEmployeePaper, { imageId, name: '学历', expiry: '' })).toBe('NOT_FOUND');
  for (let n = 1; n < PAPERS_MOST; n++) await send({ name: `证件${n}`, file: blobOf(plainPng()) });
  expect(await wrong({ name: '再一份' })).toEqual(['employee:rule.paperMost']);
});

it('[5.10a] [5.10d] a renamed script, a huge canvas, another format and over 5 MB are refused', async () => {
  const { hr, employeeId } = await employed();
  const send = (file: Blob) => refusal(hr, uploadEmployeeImage, { employeeId, kind: 'EDUCATION', file });
  const script = new Blob(['<script>alert(1)</script>'], { type: 'image/png' });
  expect(await send(script)).toBe('PICTURE_TYPE_WRONG');
  const bomb = plainPng(20, 20);
  new DataView(bomb.buffer).setUint32(16, 60_000);
  expect(await send(blobOf(bomb))).toBe('PICTURE_DIMENSIONS');
  expect(await send(new Blob(['GIF89a', plainPng()]))).toBe('PICTURE_TYPE_WRONG');
  expect(await send(new Blob([new Uint8Array(EMPLOYEE_IMAGE_RULE.maxBytes + 1)]))).toBe('PICTURE_TOO_LARGE');
  expect((await hr.call(getEmployee, { employeeId })).images).toEqual([]);
});

it('[6.1] only who keeps the roster of that enterprise reaches a picture', async () => {
  const { hr, member, employeeId } = await employed();
  const file = blobOf(plainPng());
  const { imageId } = await hr.call(uploadEmployeeImage, { employeeId, kind: 'EDUCATION', file });
  const stranger = (await employed()).hr;
  for (const [client, answer] of [
    [member, 'NO_PERMISSION'],
    [stranger, 'NOT_FOUND'],
  ] as const) {
    expect(await refusal(client, getEmployeeImage, { imageId })).toBe(answer);
    expect(await refusal(client, removeEmployeeImage, { imageId })).toBe(answer);
    expect(await refusal(client, changeEmployeePaper, { imageId, name: '健康证', expiry: '' })).toBe(answer);
    expect(await refusal(client, uploadEmployeeImage, { employeeId, kind: 'EDUCATION', file })).toBe(answer);
  }
  expect((await hr.call(getEmployee, { employeeId })).images).toHaveLength(1);
});
