import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { BOX_BADGES, boxAt } from '#app/features/task/list/boxes.ts';
import { collectFiles } from '#app/features/task/list/collect-files.ts';
import { inputAt } from '#app/features/task/list/list-query.ts';
import { readAll } from '#app/features/task/list/read-all.ts';
import { writeSheet } from '#app/kit/write-sheet.ts';
import { plainFileName, withEnding } from '#core/file-name.ts';
import { MENU } from '#core/identity/menu.ts';
import { BOXES, type TaskItem } from '#core/task/list-calls.ts';
import { boxFromWire } from '#core/task/plan-wire.ts';

const file = (folder: string, name: string, text: string) => ({
  folder,
  fetch: async () => ({ name, blob: new Blob([text]) }),
});
const quiet = () => ({ signal: new AbortController().signal, onDone: () => {} });

describe('downloads of several files ([2.15c])', () => {
  it('one file comes as it is', async () => {
    const got = await collectFiles([file('任务', '合同.pdf', 'a')], '全部', quiet());
    expect(got.name).toBe('合同.pdf');
    expect(await got.blob.text()).toBe('a');
  });

  it('several come as a zip, a folder a task; no name hides another or leaves its folder', async () => {
    const done: number[] = [];
    const got = await collectFiles(
      [
        file('甲', '合同.pdf', '1'),
        file('甲', '合同.pdf', '2'),
        file('../乙', 'a/b:c.pdf', '3'),
        file('丙', '合同', '4'),
        file('丙', '合同', '5'),
      ],
      '2026/11',
      { ...quiet(), onDone: (n) => done.push(n) },
    );
    expect(got.name).toBe('2026_11.zip');
    expect(done).toEqual([1, 2, 3, 4, 5]);
    const entries = unzipSync(new Uint8Array(await got.blob.arrayBuffer()));
    const texts = Object.fromEntries(
      Object.entries(entries).map(([name, bytes]) => [name, new TextDecoder().decode(bytes)]),
    );
    expect(texts).toEqual({
      '甲/合同.pdf': '1',
      '甲/合同 (2).pdf': '2',
      '__乙/a_b_c.pdf': '3',
      '丙/合同': '4',
      '丙/合同 (2)': '5',
    });
  });

  it('files of one task need no folder', async () => {
    const got = await collectFiles([file('甲', 'a.pdf', '1'), file('甲', 'b.pdf', '2')], '甲', quiet());
    expect(Object.keys(unzipSync(new Uint8Array(await got.blob.arrayBuffer())))).toEqual(['a.pdf', 'b.pdf']);
  });

  it('stops on request, and lists the missing files', async () => {
    const aborter = new AbortController();
    const wanted = [file('甲', 'a.pdf', '1'), file('甲', 'b.pdf', '2')];
    const stopped = collectFiles(wanted, '甲', { signal: aborter.signal, onDone: () => aborter.abort() });
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
    const broken = { folder: '甲', fetch: () => Promise.reject(new Error('gone')) };
    await expect(collectFiles([wanted[0]!, broken], '甲', quiet())).rejects.toThrow('gone');
  });

  it('a name never becomes a path or nothing', () => {
    expect(['..', '', 'a\\b', 'con\u0000', 'a\u202efdp.exe'].map(plainFileName)).toEqual([
      '_',
      '_',
      'a_b',
      'con_',
      'afdp.exe',
    ]);
  });
});

describe('an exported list', () => {
  it('holds the rows under their titles, numbers as numbers, dates by the wall clock', async () => {
    const at = new Date(2026, 10, 20, 14, 5);
    const blob = await writeSheet(
      [
        { title: '任务 <名称>', width: 20, value: (row: { name: string }) => row.name },
        { title: '份数', width: 8, value: () => 7 },
        { title: '时间', width: 18, value: () => at },
      ],
      [{ name: '=1+1 & "引号"' }],
      '我/发起的',
    );
    const parts = unzipSync(new Uint8Array(await blob.arrayBuffer()));
    const text = (name: string) => new TextDecoder().decode(parts[name]);
    expect(text('xl/workbook.xml')).toContain('我_发起的');
    const all = Object.keys(parts)
      .filter((name) => name.endsWith('.xml'))
      .map(text)
      .join();
    expect(all).toContain('任务 &lt;名称&gt;');
    // A text that looks like a formula stays a text.
    expect(all).not.toMatch(/<f>/);
    expect(all).toContain('=1+1 &amp; "引号"');
    // Days since 1899-12-30, as Excel counts (ECMA-376, 18.17.4.1).
    const days = (Date.UTC(2026, 10, 20, 14, 5) - Date.UTC(1899, 11, 30)) / 86_400_000;
    const [, serial] = /<v>(4\d{4}\.\d+)<\/v>/.exec(all) ?? [];
    expect(Number(serial)).toBeCloseTo(days, 6);
  });
});

describe('all rows of a list', () => {
  /** A list of so many tasks, newest first, as the server pages it; `meanwhile` runs after each page. */
  const listOf = (count: number, meanwhile: (tasks: TaskItem[]) => void = () => {}) => {
    const tasks = Array.from(
      { length: count },
      (_, i) => ({ planId: `p${i}`, number: `QS${i}` }) as TaskItem,
    );
    const asked: Parameters<Parameters<typeof readAll>[0]>[0][] = [];
    const read: Parameters<typeof readAll>[0] = async (input) => {
      asked.push(input);
      const { after } = input;
      const [current, size] = [Number(input.current ?? 1), Number(input.size)];
      const from = after
        ? tasks.findIndex(({ planId: taskId }) => taskId === after) + 1
        : (current - 1) * size;
      const records = tasks.slice(from, from + size);
      meanwhile(tasks);
      return { records };
    };
    return { read, asked };
  };
  const input = { box: 'startWithMe', current: 3, size: 10, keyword: '合同' } as const;

  it('[2.15c] are exported up to 100,000, with progress, in one sheet; what is beyond is said', async () => {
    const { read, asked } = listOf(100_001);
    const progress: number[] = [];
    const { rows, more } = await readAll(read, input, (done) => progress.push(done));
    expect([rows.length, more]).toEqual([100_000, true]);
    expect(progress).toEqual(Array.from({ length: 50 }, (_, i) => (i + 1) * 2_000));
    expect(asked.every(({ keyword, size }) => keyword === '合同' && size === 2_000)).toBe(true);
    const blob = await writeSheet(
      [{ title: '任务编号', width: 20, value: (row: TaskItem) => row.number }],
      rows,
      '我发起的',
    );
    const book = unzipSync(new Uint8Array(await blob.arrayBuffer()));
    const [sheet] = Object.entries(book).filter(([path]) => path.endsWith('sheet1.xml'));
    expect(new TextDecoder().decode(sheet![1]).match(/<row /g)).toHaveLength(100_001);
    expect((await readAll(listOf(100_000).read, input, () => {})).more).toBe(false);
  });

  it('none is left out or repeated when tasks arrive between two pages', async () => {
    let arrived = 0;
    const arrive = (tasks: TaskItem[]) => {
      for (let i = 0; i < 7; i++) tasks.unshift({ planId: `new${++arrived}` } as TaskItem);
    };
    const { rows } = await readAll(listOf(5_000, arrive).read, input, () => {});
    expect(rows.map(({ planId: taskId }) => taskId)).toEqual(
      Array.from({ length: 5_000 }, (_, i) => `p${i}`),
    );
    // In another order there are pages: one that slipped onto the next one is kept once.
    const sorted = await readAll(listOf(5_000, arrive).read, { ...input, ascs: ['task_name'] }, () => {});
    expect(sorted.rows).toHaveLength(5_000);
    expect(new Set(sorted.rows.map(({ planId: taskId }) => taskId)).size).toBe(5_000);
  });
});

describe('the lists of tasks', () => {
  it('every list has one path, and the menu links to each but the one that the home page opens', () => {
    for (const [box, { path }] of Object.entries(BOX_BADGES)) expect(boxAt(path)).toBe(box);
    expect(Object.keys(BOX_BADGES).sort()).toEqual(
      BOXES.map(boxFromWire)
        .filter((box) => box !== 'all')
        .sort(),
    );
    const inMenu = MENU.find(({ name }) => name === 'contractManage')?.children?.map(({ path }) => path);
    for (const [box, { path }] of Object.entries(BOX_BADGES))
      if (box !== 'expiring') expect(inMenu).toContain(path);
  });

  it('a range of days is requested from its first to its last moment, in the device’s time zone', () => {
    const asked = (address: string) => inputAt(new URL(address, 'https://signet.example'));
    expect(asked('/contract/issuedContract?deadline=2026-11-20,2026-11-21&keyword=甲&size=25')).toEqual({
      box: 'pending',
      current: 1,
      size: 25,
      keyword: '甲',
      deadlineFrom: new Date(2026, 10, 20).getTime(),
      deadlineTo: new Date(2026, 10, 22).getTime() - 1,
    });
    expect(asked('/contract/done?initiated=,nonsense')).toEqual({ box: 'done', current: 1, size: 10 });
  });
});

it('a file has the ending of its type, once', () => {
  expect(withEnding('合同', 'PDF')).toBe('合同.pdf');
  expect(withEnding('合同.PDF', 'PDF')).toBe('合同.PDF');
  expect(withEnding('合同.ofd', 'PDF')).toBe('合同.ofd.pdf');
  expect(withEnding('合同 v1.0', 'OFD')).toBe('合同 v1.0.ofd');
});
