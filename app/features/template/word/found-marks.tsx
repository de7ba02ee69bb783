import { useTranslation } from 'react-i18next';
import type * as Y from 'yjs';
import type { Bytes } from '#core/bytes.ts';
import type { Docx } from '#core/docx/open-docx.ts';
import type { ForeignMark } from '#core/docx/read-marks.ts';
import { contentField } from '#core/template/field.ts';
import { lastPosition, putRow, readRows } from '#core/template/room.ts';
import { takeMarks, understandMark } from '#core/template/take-marks.ts';
import { newKey } from '../../../parts/room/new-key.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast-store.ts';
import type { WordText } from './use-word-file.ts';
import style from './word.module.css';

interface Props {
  doc: Y.Doc;
  text: WordText;
  change: (edit: (docx: Docx) => Bytes) => Promise<void>;
}

const SEAL_SIZES = { ENT_SEAL: 40, PERSON_SEAL: 20, HANDWRITTEN: 30, SIGN_DATE: 30, CROSS_PAGE: 40 } as const;

/** Foreign marks found in the docx, offered as fields and places to sign. */
export function FoundMarks({ doc, text, change }: Props) {
  const { t } = useTranslation('templateWord');
  const foreign = text.marks.filter((mark): mark is ForeignMark => mark.kind !== 'OWN');
  if (foreign.length === 0) return null;
  const known = foreign.flatMap((mark) => {
    const taken = understandMark(mark);
    return taken ? [{ mark, taken }] : [];
  });
  const strange = [...new Set(foreign.filter((mark) => !understandMark(mark)).map(({ name }) => name))];
  const names = [...new Set(known.map(({ mark }) => mark.name))];

  const take = async () => {
    let left: string[] = [];
    const wanted = doc.transact(() =>
      known.map(({ mark, taken }) => ({ mark, key: keyFor(doc, taken), title: mark.name })),
    );
    await change((docx) => {
      const made = takeMarks(docx, wanted);
      left = made.left;
      return made.bytes;
    });
    if (left.length > 0) toast({ tone: 'warning', text: t('found.left', { names: left.join('、') }) });
    else toast({ tone: 'success', text: t('found.taken', { count: known.length }) });
  };
  return (
    <Notice
      actions={
        known.length > 0 && (
          <Button size="small" onClick={() => take()}>
            {t('found.take')}
          </Button>
        )
      }
    >
      {names.length > 0 && t('found.some', { count: known.length, names: names.slice(0, 6).join('、') })}
      {strange.length > 0 && (
        <p className={style.hint}>{t('found.strange', { names: strange.join('、') })}</p>
      )}
    </Notice>
  );
}

type MarkMeaning = NonNullable<ReturnType<typeof understandMark>>;

/** The key of the field or place a mark becomes: that of an existing field with the same name, or a new one. */
function keyFor(doc: Y.Doc, taken: MarkMeaning): string {
  if (taken.kind === 'PLACE') {
    const signer = signerFor(doc, taken.role, taken.signer);
    const key = newKey();
    const size = SEAL_SIZES[taken.place];
    putRow(doc, 'anchors', key, {
      signer,
      kind: taken.place,
      at: { by: 'MARK' },
      width: size,
      height: taken.place === 'HANDWRITTEN' ? 15 : taken.place === 'SIGN_DATE' ? 8 : size,
      offsetX: 0,
      offsetY: 0,
      position: lastPosition(doc, 'anchors'),
    });
    return key;
  }
  const there = readRows(doc, 'fields').find(({ name }) => name === taken.name);
  if (there) return there.key;
  const key = newKey();
  const signer = readRows(doc, 'signers').find(({ name }) => name === taken.role);
  const { key: _, ...field } = contentField.parse({
    key,
    name: taken.name,
    types: taken.types,
    input: taken.input,
    choices: taken.choices.slice(0, 50),
    length: 30,
    filledBy: signer?.key ?? 'SENDER',
    position: lastPosition(doc, 'fields'),
  });
  putRow(doc, 'fields', key, field);
  return key;
}

function signerFor(doc: Y.Doc, name: string, type: 'ENTERPRISE' | 'PERSON'): string {
  const there = readRows(doc, 'signers').find((signer) => signer.name === name);
  if (there) return there.key;
  const key = newKey();
  putRow(doc, 'signers', key, {
    name: name.slice(0, 20),
    type,
    order: 1,
    position: lastPosition(doc, 'signers'),
  });
  return key;
}
