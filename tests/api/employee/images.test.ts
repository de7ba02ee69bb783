/** Certificates of employees as pictures: what is taken, what is kept of it, and who sees it. */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import {
  addEmployee,
  getEmployee,
  getEmployeeImage,
  removeEmployeeImage,
  uploadEmployeeImage,
} from '#core/employee/calls.ts';
import { EMPLOYEE_IMAGE_RULE } from '#core/employee/images.ts';
import { employeeImage } from '#db/schema/index.ts';
import { addMember, database, newCompany, newPerson } from '#tests/fixtures/people.ts';
import { blobOf, PLACE, phoneJpeg, plainPng } from '#tests/fixtures/pictures.ts';
import { refusal, signedIn } from '#tests/fixtures/sign-in.ts';
import { newResidentId } from '#tests/fixtures/unverified-person.ts';

async function employed() {
  const [boss, clerk, member] = [await newPerson(), await newPerson(), await newPerson()];
  const ent = await newCompany(boss);
  await addMember(ent, clerk, ['HR']);
  await addMember(ent, member, ['EMPLOYEE']);
  const hr = await signedIn(clerk, ent);
  const mobile = `178${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
  const { employeeId } = await hr.call(addEmployee, {
    personal: { realName: '阿依古丽', mobile, idType: 'RESIDENT_ID', idNumber: newResidentId() },
    work: { entryDate: '2024-03-01' },
  });
  return { ent, clerk, hr, member: await signedIn(member, ent), employeeId };
}

const text = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes);

it('[3.2b] education and resignation certificates are taken, kept without place and camera, replaced and removed', async () => {
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
    { imageId: first, kind: 'EDUCATION', width: expect.any(Number), height: expect.any(Number) },
    { imageId: other, kind: 'RESIGNATION', width: 30, height: 20 },
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

it('[5.10a] [5.10d] a renamed script, a huge canvas, another format and more than 5 MB are refused', async () => {
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
    expect(await refusal(client, uploadEmployeeImage, { employeeId, kind: 'EDUCATION', file })).toBe(answer);
  }
  expect((await hr.call(getEmployee, { employeeId })).images).toHaveLength(1);
});
