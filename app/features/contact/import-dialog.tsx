import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LIMITS } from '#core/config/limits.ts';
import { putContact, putContacts, putGroup, readGroups } from '#core/contact/book.ts';
import type { Contact, ContactFacts } from '#core/contact/contact.ts';
import {
  contactSheet,
  type JudgedRow,
  readContactSheet,
  refusedSheet,
  SHEET_LIMITS,
} from '#core/contact/sheet.ts';
import { SHEET_PACKAGE } from '#core/sheet/limits.ts';
import type { WrittenSheet } from '#core/sheet/write-sheet.ts';
import { saveFile } from '../../call.ts';
import { storedLanguage } from '../../i18n/use-language.ts';
import { readSheetFile } from '../../kit/read-sheet-file.ts';
import { XLSX } from '../../kit/write-sheet.ts';
import type { UsedBook } from '../../parts/people/use-book.ts';
import { newKey } from '../../parts/room/new-key.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FileUpload } from '../../ui/file-upload.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast-store.ts';
import style from './contact.module.css';

/** Number of invalid rows shown; the downloadable sheet contains all of them. */
const MOST_ROWS = 50;

const RULES = { types: ['.xlsx'], maxBytes: SHEET_PACKAGE.fileSize, maxFiles: 1 };

/** Downloads a sheet as xlsx. */
export async function saveSheet(sheet: WrittenSheet): Promise<void> {
  const { writeSheet } = await import('#core/sheet/write-sheet.ts');
  saveFile({ name: `${sheet.name}.xlsx`, blob: new Blob([await writeSheet(sheet)], { type: XLSX }) });
}

/** Imports contacts from an xlsx file; validates every row before saving any. */
export function ImportDialog({ book, onClose }: { book: UsedBook; onClose: () => void }) {
  const { t, i18n } = useTranslation(['contact', 'rule']);
  const language = storedLanguage();
  const [rows, setRows] = useState<readonly JudgedRow[]>();
  const [isOther, setIsOther] = useState(false);
  const [overwrite, setOverwrite] = useState(false);

  async function read(file: File): Promise<JudgedRow[] | null> {
    return readContactSheet(await readSheetFile(file, SHEET_LIMITS));
  }
  const problemText = (row: JudgedRow) =>
    row.problems
      .map(({ field, problem }) => {
        const key = problem.includes(':') ? problem : `contact:import.problem.${problem}`;
        return t('import.wrong', {
          field: t(`import.field.${field}`),
          why: i18n.exists(key) ? i18n.t(key) : t('import.problem.unfit'),
        });
      })
      .join(t('ui:separator'));
  const known = knownContacts(book.contacts);
  const good = rows?.flatMap(({ facts, groups }) => (facts ? [{ facts, groups }] : [])) ?? [];
  const isKnown = ({ facts }: { facts: ContactFacts }) => known.has(sameKey(facts));
  const repeated = good.filter(isKnown);
  const wrong = rows?.filter(({ facts }) => !facts) ?? [];
  const taken = uniqueOf(overwrite ? good : good.filter((row) => !isKnown(row)));
  const added = taken.filter((row) => !isKnown(row)).length;
  const isFull = book.contacts.length + added > LIMITS.contacts;

  const take = () => {
    keepRows(book, taken, known);
    toast({ tone: 'success', text: t('import.done', { count: taken.length }) });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('import.title')}
      width="wide"
      actions={
        <>
          <Button onClick={onClose}>{t('ui:cancel')}</Button>
          <Button kind="primary" disabled={taken.length === 0 || isFull} onClick={take}>
            {t('import.take', { count: taken.length })}
          </Button>
        </>
      }
    >
      <p>{t('import.text', { max: LIMITS.contacts })}</p>
      <div className={style.groupDeeds}>
        <Button kind="text" icon="download" onClick={() => void saveSheet(contactSheet(language, [], []))}>
          {t('import.template')}
        </Button>
      </div>
      <FileUpload
        readsOnly
        label={t('import.choose')}
        rules={RULES}
        upload={read}
        onDone={({ result }) => {
          setRows(result ?? undefined);
          setIsOther(!result);
        }}
        onRemove={() => {
          setRows(undefined);
          setIsOther(false);
        }}
      />
      {isOther && <Notice tone="error">{t('import.otherSheet')}</Notice>}
      {rows && (
        <p role="status">
          {t('import.found', {
            rows: rows.length,
            good: good.length,
            wrong: wrong.length,
            known: repeated.length,
          })}
        </p>
      )}
      {isFull && <Notice tone="error">{t('full', { max: LIMITS.contacts })}</Notice>}
      {repeated.length > 0 && (
        <Checkbox value={overwrite} onChange={setOverwrite} hint={t('import.overwriteHint')}>
          {t('import.overwrite', { count: repeated.length })}
        </Checkbox>
      )}
      {wrong.length > 0 && (
        <>
          <Button
            size="small"
            icon="download"
            onClick={() =>
              void saveSheet(refusedSheet(language, wrong, { title: t('import.reason'), of: problemText }))
            }
          >
            {t('import.downloadWrong', { count: wrong.length })}
          </Button>
          <ul className={style.wrongRows}>
            {wrong.slice(0, MOST_ROWS).map((row) => (
              <li key={row.number}>{t('import.row', { number: row.number, why: problemText(row) })}</li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}

/** Key by which a row matches a contact: type, name and phone; for departments also the enterprise. */
const sameKey = ({ type, name, entName, phone }: ContactFacts): string =>
  [type, name, type === 'DEPARTMENT' ? entName : '', phone].join('\n');

const knownContacts = (contacts: readonly Contact[]): ReadonlyMap<string, Contact> =>
  new Map(contacts.map((contact) => [sameKey(contact), contact]));

type ImportRow = { facts: ContactFacts; groups: readonly string[] };

/** The last row of each key. */
const uniqueOf = (rows: readonly ImportRow[]): ImportRow[] => [
  ...new Map(rows.map((row) => [sameKey(row.facts), row])).values(),
];

/** Saves the rows: updates matching contacts, adds the others. Creates missing groups. */
function keepRows({ open }: UsedBook, rows: readonly ImportRow[], known: ReadonlyMap<string, Contact>): void {
  const { doc } = open;
  const groupIds = new Map(readGroups(doc).map(({ groupId, name }) => [name, groupId]));
  for (const name of new Set(rows.flatMap(({ groups }) => groups))) {
    if (groupIds.has(name) || groupIds.size >= LIMITS.contactGroups) continue;
    const groupId = newKey();
    putGroup(doc, groupId, name);
    groupIds.set(name, groupId);
  }
  const keysOf = (names: readonly string[]) => names.flatMap((name) => groupIds.get(name) ?? []);
  putContacts(
    doc,
    rows
      .filter(({ facts }) => !known.has(sameKey(facts)))
      .map(({ facts, groups }) => ({ ...facts, contactId: newKey(), groups: keysOf(groups) })),
  );
  doc.transact(() => {
    for (const { facts, groups } of rows) {
      const contact = known.get(sameKey(facts));
      if (contact)
        putContact(doc, contact.contactId, {
          ...facts,
          groups: [...new Set([...contact.groups, ...keysOf(groups)])],
        });
    }
  });
}
