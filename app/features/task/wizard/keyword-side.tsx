import { useTranslation } from 'react-i18next';
import type { DraftDocument, DraftPlacement } from '#core/task/draft.ts';
import type { KeywordPlacement } from '#core/task/keyword-places.ts';
import { PLACE_SIZE } from '#core/task/place-rules.ts';
import type { SigningKind } from '#core/task/plan.ts';
import { Button } from '../../../ui/button.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { KeywordHits } from './use-keyword-hits.ts';
import style from './wizard.module.css';

const ORDERS = ['FIRST', 'ALL', 'LAST'] as const;
const PLACES = ['OVERLAP', 'RIGHT', 'BELOW'] as const;
/** Maximum offset, mm; beyond it a placement would be off the page anyway. */
const FURTHEST = 300;

interface Props {
  selected: DraftPlacement & KeywordPlacement;
  path: string;
  kinds: readonly SigningKind[];
  document: DraftDocument;
  documents: readonly DraftDocument[];
  hits: KeywordHits;
  problemOf: (path: string) => string | undefined;
  onChange: (fields: Partial<DraftPlacement>) => void;
  onAllFiles: () => void;
  onDate: () => void;
  onRemove: () => void;
}

/** The selected keyword placement: keyword, offset of the seal, and the hits. */
export function KeywordSide({
  selected,
  path,
  kinds,
  document,
  documents,
  hits,
  problemOf,
  onChange,
  onAllFiles,
  onDate,
  onRemove,
}: Props) {
  const { t } = useTranslation('wizard');
  const { keyword } = selected;
  const set = (fields: Partial<typeof keyword>) => onChange({ keyword: { ...keyword, ...fields } });
  return (
    <section>
      <h2>{t('keyword.title')}</h2>
      <div className={style.keyword}>
        <Select
          label={t('keyword.kind')}
          value={selected.kind}
          onChange={(kind) => onChange({ kind: kind as SigningKind, ...PLACE_SIZE[kind as SigningKind] })}
          options={kinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
        />
        <TextField
          name={`${path}.keyword`}
          label={t('keyword.text')}
          hint={t('keyword.textHint')}
          required
          autoFocus={keyword.text === ''}
          maxLength={50}
          value={keyword.text}
          onChange={(text) => set({ text })}
          error={problemOf(`${path}.keyword`)}
        />
        <p className={style.hint} role="status">
          <Hits boxes={hits.get(selected.placementId)} keyword={keyword.text} file={document.fileName} />
        </p>
        <RadioGroup
          label={t('keyword.order')}
          value={keyword.order}
          onChange={(order) => set({ order })}
          options={ORDERS.map((order) => ({ value: order, label: t(`keyword.orders.${order}`) }))}
        />
        <RadioGroup
          label={t('keyword.place')}
          value={keyword.place}
          onChange={(place) => set({ place })}
          options={PLACES.map((place) => ({ value: place, label: t(`keyword.places.${place}`) }))}
        />
        <div className={style.numbers}>
          <NumberField
            label={t('keyword.offsetX')}
            decimals={1}
            min={-FURTHEST}
            max={FURTHEST}
            value={keyword.offsetX}
            onChange={(offsetX) => set({ offsetX: offsetX ?? 0 })}
          />
          <NumberField
            label={t('keyword.offsetY')}
            decimals={1}
            min={-FURTHEST}
            max={FURTHEST}
            value={keyword.offsetY}
            onChange={(offsetY) => set({ offsetY: offsetY ?? 0 })}
          />
        </div>
      </div>
      <p className={`${style.row} ${style.chosenTools}`}>
        {documents.length > 1 && (
          <Button size="small" icon="copy" disabled={keyword.text.trim() === ''} onClick={onAllFiles}>
            {t('keyword.allFiles')}
          </Button>
        )}
        {selected.kind !== 'SIGN_DATE' && (
          <Button size="small" icon="calendar" disabled={keyword.text.trim() === ''} onClick={onDate}>
            {t('addDate')}
          </Button>
        )}
        <Button size="small" kind="danger" icon="trash" onClick={onRemove}>
          {t('remove')}
        </Button>
      </p>
    </section>
  );
}

/** Number and pages of the keyword's hits. */
function Hits({
  boxes,
  keyword,
  file,
}: {
  boxes: readonly { page: number }[] | undefined;
  keyword: string;
  file: string;
}) {
  const { t } = useTranslation('wizard');
  if (keyword.trim() === '') return t('keyword.none');
  if (!boxes) return t('keyword.searching');
  if (boxes.length === 0) return t('problem.keywordNotFound', { keyword, file });
  const pages = [...new Set(boxes.map(({ page }) => page))];
  return t('keyword.found', { count: boxes.length, pages: pages.slice(0, 8).join('、') });
}
