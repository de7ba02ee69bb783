import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cellText, plainCell } from '#core/batch/batch.ts';
import {
  addDraftParties,
  addDraftRows,
  type DraftRow,
  isInRows,
  keepRows,
  putCell,
  removeRows,
} from '#core/batch/draft-batch.ts';
import { readPastedRows } from '#core/batch/read-rows.ts';
import { type DraftSigner, setTask } from '#core/task/draft.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { PeoplePicker } from '../../../parts/people/people-picker.tsx';
import { newKey } from '../../../parts/room/new-key.ts';
import { useLimits } from '../../../shell/use-limits.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FieldMessage } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PagingBar } from '../../../ui/table/paging-bar.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { errorText } from '../../../wire/client-error.ts';
import type { StepProps } from '../wizard/step-props.ts';
import style from './batch.module.css';
import { choicesOf } from './choices-of.ts';
import { readFile } from './read-file.ts';
import { rowProblemText } from './row-problem-text.ts';
import type { UsedBatch } from './use-batch.ts';
import { saveEmptySheet, saveWrongRows } from './write-files.ts';

type Props = Pick<StepProps, 'draft' | 'open' | 'problemOf'> & { batch: UsedBatch };

/** The recipients of a batch: rows from a sheet, pasted or typed, with errors beside each cell. */
export function BatchRows({ batch, draft, open, problemOf }: Props) {
  const { t } = useTranslation('batch');
  const { columns, rows, problems, setup, ready } = batch;
  const [language] = useLanguage();
  const { rowsPerImport } = useLimits();
  const file = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<unknown>();
  const [pasting, setPasting] = useState(false);
  const [clearing, setClearing] = useState(false);
  const wrong = problems.filter((some) => some.length > 0).length;
  const usable = setup.varying.length > 0 && ready;

  const take = (found: Parameters<typeof addDraftRows>[1]) => {
    addDraftRows(open.doc, found, newKey);
    toast({ tone: 'success', text: t('read', { count: found.length }) });
  };
  const choose = async (chosen: File) => {
    setBusy(true);
    setRefused(undefined);
    try {
      const bytes = new Uint8Array(await chosen.arrayBuffer());
      take((await readFile({ bytes, columns, setup, rows: rowsPerImport - rows.length })).rows);
    } catch (error) {
      setRefused(error);
    } finally {
      setBusy(false);
    }
  };
  const name = draft.task.taskName || t('sheet');
  return (
    <section className={style.rows} aria-label={t('title')} data-field="batchRows">
      <header className={style.head}>
        <h2>{t('title')}</h2>
        <span>{t('count', { count: rows.length, max: rowsPerImport })}</span>
      </header>
      <p className={style.hint}>{t(setup.varying.length > 0 ? 'how' : 'noParty')}</p>
      <div className={style.tools}>
        <Button
          icon="download"
          disabled={!usable}
          onClick={() => void saveEmptySheet(t, name, columns, language)}
        >
          {t('sheetDownload')}
        </Button>
        <Button icon="upload" disabled={!usable} pending={busy} onClick={() => file.current?.click()}>
          {t('choose')}
        </Button>
        <input
          ref={file}
          type="file"
          hidden
          accept=".xlsx"
          aria-label={t('choose')}
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            event.target.value = '';
            if (chosen) void choose(chosen);
          }}
        />
        <Button icon="copy" disabled={!usable} onClick={() => setPasting(true)}>
          {t('paste')}
        </Button>
        <FromContacts batch={batch} draft={draft} open={open} />
        <Button
          icon="plus"
          disabled={!usable || rows.length >= rowsPerImport}
          onClick={() => addDraftRows(open.doc, [{ cells: {} }], newKey)}
        >
          {t('add')}
        </Button>
        {rows.length > 0 && (
          <Button icon="trash" kind="quiet" onClick={() => setClearing(true)}>
            {t('clear')}
          </Button>
        )}
      </div>
      <RowRules draft={draft} open={open} />
      {refused !== undefined && <Notice tone="error">{errorText(refused, t)}</Notice>}
      <FieldMessage error={problemOf('batchRows')} />
      <RowNotices batch={batch} open={open} name={name} />
      {rows.length > 0 && <RowTable batch={batch} open={open} wrong={wrong} />}
      {pasting && (
        <PasteDialog
          onClose={() => setPasting(false)}
          onPaste={async (text) => {
            const { readPasted } = await import('#core/sheet/read-pasted.ts');
            const most = { rows: rowsPerImport - rows.length + 1, columns: columns.length + 1 };
            take(readPastedRows(readPasted(text, most), columns));
          }}
        />
      )}
      {clearing && (
        <ConfirmDialog
          open
          title={t('clearTitle')}
          thing={t('count', { count: rows.length, max: rowsPerImport })}
          consequence={t('clearText')}
          tone="neutral"
          confirmLabel={t('clear')}
          onClose={() => setClearing(false)}
          onConfirm={() => {
            removeRows(open.doc, keysOf(rows));
            setClearing(false);
          }}
        />
      )}
    </section>
  );
}

/** Whether everybody whom rows name must be registered, and whether people must prove an identity document. */
function RowRules({ draft, open }: Pick<Props, 'draft' | 'open'>) {
  const { t } = useTranslation('batch');
  return (
    <>
      <Checkbox
        name="registeredOnly"
        value={draft.task.registeredOnly}
        onChange={(registeredOnly) => setTask(open.doc, { registeredOnly })}
        hint={t('registeredOnlyHint')}
      >
        {t('registeredOnly')}
      </Checkbox>
      {draft.signers.some(({ varies, type }) => varies && type === 'PERSON') && (
        <Checkbox
          name="documentsRequired"
          value={draft.task.documentsRequired}
          onChange={(documentsRequired) => setTask(open.doc, { documentsRequired })}
          hint={t('documentsRequiredHint')}
        >
          {t('documentsRequired')}
        </Checkbox>
      )}
    </>
  );
}

/** Adds rows from contacts and partners, with a button for each signer whom rows name. */
function FromContacts({ batch, draft, open }: Pick<Props, 'batch' | 'draft' | 'open'>) {
  const { t } = useTranslation('batch');
  const { rowsPerImport } = useLimits();
  const [choosing, setChoosing] = useState<DraftSigner>();
  const varying = draft.signers.filter(({ varies }) => varies);
  const nameOf = ({ roleName, signerId }: DraftSigner) =>
    roleName || t('signerOf', { n: draft.signers.findIndex((one) => one.signerId === signerId) + 1 });
  return (
    <>
      {varying.map((signer) => (
        <Button
          key={signer.signerId}
          icon="users"
          disabled={!batch.ready}
          onClick={() => setChoosing(signer)}
        >
          {varying.length > 1 ? t('contactsOf', { name: nameOf(signer) }) : t('contacts')}
        </Button>
      ))}
      {choosing && (
        <PeoplePicker
          title={t('contactsTitle', { name: nameOf(choosing) })}
          sources={['contacts', 'partners']}
          multiple
          isTaken={(party) => isInRows(batch.rows, choosing, party)}
          onClose={() => setChoosing(undefined)}
          onPick={(parties) => {
            const count = addDraftParties(open.doc, choosing, parties, { newKey, most: rowsPerImport });
            toast({
              tone: count < parties.length ? 'warning' : 'success',
              text: t(count < parties.length ? 'contactsSome' : 'contactsAdded', { count }),
            });
            setChoosing(undefined);
          }}
        />
      )}
    </>
  );
}

/** Says which rows must be corrected and which are duplicates, with actions for both. */
function RowNotices({ batch, open, name }: Pick<Props, 'batch' | 'open'> & { name: string }) {
  const { t } = useTranslation('batch');
  const { columns, rows, problems } = batch;
  const [language] = useLanguage();
  const wrong = rows.flatMap((row, i) =>
    problems[i]?.some(({ problem }) => problem !== 'rowRepeated')
      ? [{ row, number: i + 1, problems: problems[i] }]
      : [],
  );
  const repeated = rows.filter((_, i) => problems[i]?.some(({ problem }) => problem === 'rowRepeated'));
  return (
    <>
      {wrong.length > 0 && (
        <Notice
          tone="warning"
          actions={
            <Button
              size="small"
              icon="external"
              onClick={() => void saveWrongRows(t, `${name} ${t('wrongRows')}`, columns, wrong, language)}
            >
              {t('exportWrong')}
            </Button>
          }
        >
          {t('wrong', { count: wrong.length })}
        </Notice>
      )}
      {repeated.length > 0 && (
        <Notice
          tone="warning"
          actions={
            <span className={style.tools}>
              <Button size="small" onClick={() => keepRows(open.doc, keysOf(repeated))}>
                {t('keepRepeated')}
              </Button>
              <Button size="small" onClick={() => removeRows(open.doc, keysOf(repeated))}>
                {t('removeRepeated')}
              </Button>
            </span>
          }
        >
          {t('repeated', { count: repeated.length })}
        </Notice>
      )}
    </>
  );
}

const keysOf = (rows: readonly DraftRow[]): string[] => rows.map(({ rowKey }) => rowKey);

/** Rows as a table of fields; on a phone each row is a card. Arrows and Enter go to the same field of another row. */
function RowTable({ batch, open, wrong }: Pick<Props, 'batch' | 'open'> & { wrong: number }) {
  const { t } = useTranslation('batch');
  const { columns, rows, problems } = batch;
  const [language] = useLanguage();
  const [wrongOnly, setWrongOnly] = useState(false);
  const [page, setPage] = useState({ current: 1, size: 10 });
  const id = useId();
  // A row being corrected keeps its position until the page or the filter changes.
  const [selected, setSelected] = useState<ReadonlySet<string>>();
  const listed = useMemo(
    () =>
      rows
        .map((row, i) => ({ row, number: i + 1, wrong: problems[i] ?? [] }))
        .filter((one) => !wrongOnly || one.wrong.length > 0 || selected?.has(one.row.rowKey)),
    [rows, problems, wrongOnly, selected],
  );
  const shown = listed.slice((page.current - 1) * page.size, page.current * page.size);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>, at: number, column: number) => {
    const step = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }[event.key];
    if (!step || event.nativeEvent.isComposing) return;
    event.preventDefault();
    document.getElementById(`${id}-${at + step}-${column}`)?.focus();
  };
  return (
    <>
      {(wrong > 0 || wrongOnly) && (
        <Checkbox
          value={wrongOnly}
          onChange={(only) => {
            setSelected(new Set(rows.filter((_, i) => problems[i]?.length).map(({ rowKey }) => rowKey)));
            setWrongOnly(only);
            setPage({ ...page, current: 1 });
          }}
        >
          {t('wrongOnly', { count: wrong })}
        </Checkbox>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable by keyboard */}
      <div className={style.scroll} role="region" aria-label={t('table')} tabIndex={0}>
        <table className={style.table}>
          <thead>
            <tr>
              <th scope="col">{t('column.number')}</th>
              {columns.map(({ key, titles, required }) => (
                <th key={key} scope="col">
                  {titles[0]}
                  {required && <span aria-hidden="true"> *</span>}
                </th>
              ))}
              <th scope="col">
                <span className="visually-hidden">{t('column.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ row, number, wrong: found }, at) => (
              <tr key={row.rowKey} data-wrong={found.length > 0 || undefined}>
                <th scope="row" className="tabular">
                  {number}
                </th>
                {columns.map((column, c) => {
                  const problem = found.find((one) => one.column === column.key);
                  const text = problem && rowProblemText(t, problem);
                  const messageId = `${id}-${at}-${c}-message`;
                  return (
                    <td key={column.key} data-title={column.titles[0]}>
                      <input
                        id={`${id}-${at}-${c}`}
                        aria-label={t('cell', { row: number, column: column.titles[0] })}
                        aria-invalid={problem !== undefined}
                        aria-describedby={problem && messageId}
                        list={choicesOf(t, column, language) && `${id}-${c}-choices`}
                        value={cellText(column, row.cells[column.key] ?? '', language)}
                        onChange={(event) => putCell(open.doc, row.rowKey, column.key, event.target.value)}
                        onBlur={(event) =>
                          putCell(open.doc, row.rowKey, column.key, plainCell(column, event.target.value))
                        }
                        onKeyDown={(event) => onKeyDown(event, at, c)}
                      />
                      {text && (
                        <span id={messageId} className={style.wrong}>
                          {text}
                        </span>
                      )}
                    </td>
                  );
                })}
                <td>
                  <IconButton
                    icon="trash"
                    size="small"
                    label={t('removeRow', { row: number })}
                    onClick={() => removeRows(open.doc, [row.rowKey])}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {columns.map((column, c) => {
        const choices = choicesOf(t, column, language);
        return (
          choices && (
            <datalist key={column.key} id={`${id}-${c}-choices`}>
              {choices.map((choice) => (
                <option key={choice} value={choice} />
              ))}
            </datalist>
          )
        );
      })}
      <PagingBar {...page} total={listed.length} onChange={setPage} />
    </>
  );
}

function PasteDialog({
  onPaste,
  onClose,
}: {
  onPaste: (text: string) => Promise<void>;
  onClose: () => void;
}) {
  const { t } = useTranslation('batch');
  const [text, setText] = useState('');
  const [refused, setRefused] = useState<unknown>();
  const paste = async () => {
    try {
      await onPaste(text);
      onClose();
    } catch (error) {
      setRefused(error);
    }
  };
  return (
    <Dialog
      open
      width="wide"
      title={t('pasteTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('ui:cancel')}</Button>
          <Button kind="primary" disabled={text.trim() === ''} onClick={() => void paste()}>
            {t('pasteDone')}
          </Button>
        </>
      }
    >
      {refused !== undefined && <Notice tone="error">{errorText(refused, t)}</Notice>}
      <TextArea label={t('pasteLabel')} hint={t('pasteHint')} rows={10} value={text} onChange={setText} />
    </Dialog>
  );
}
