import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftDocument, DraftPlacement, DraftSigner } from '#core/task/draft.ts';
import { isByKeyword, kindsOf, PLACE_SIZE } from '#core/task/place-rules.ts';
import type { SigningKind } from '#core/task/plan.ts';
import { hueOf } from '../../../parts/badges/party-hues.ts';
import { PLACE_ICONS } from '../../../parts/badges/place.ts';
import { useLimits } from '../../../shell/use-limits.ts';
import type { PageLabels } from '../../../stage/page-source.ts';
import { Count } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { classes } from '../../../ui/classes.ts';
import { FieldMessage } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { CopyDialog } from './copy-dialog.tsx';
import { KeywordSide } from './keyword-side.tsx';
import { nameOf } from './signer-name.ts';
import type { StepProps } from './step-props.ts';
import type { KeywordHits } from './use-keyword-hits.ts';
import type { Placing } from './use-placing.ts';
import style from './wizard.module.css';

interface Props {
  /** Content shown first. */
  above?: ReactNode;
  signers: readonly DraftSigner[];
  signer: DraftSigner;
  onSigner: (id: string) => void;
  placements: readonly DraftPlacement[];
  pages: number;
  /** What the file calls its pages. */
  labels?: PageLabels | undefined;
  selected: DraftPlacement | undefined;
  onSelect: (placement: DraftPlacement) => void;
  onAdd: (kind: SigningKind) => void;
  /** If missing, keyword placements are not offered. */
  onAddKeyword?: () => void;
  onAllFiles?: (placement: DraftPlacement) => void;
  isFixed: Placing['isFixed'];
  document: DraftDocument;
  documents: readonly DraftDocument[];
  hits: KeywordHits;
  /** The path of a placement's problems. */
  pathOf: (id: string) => string;
  /** Called when a tool is dropped somewhere in the window. */
  onDrop: (kind: SigningKind, event: PointerEvent) => void;
  onChange: (id: string, fields: Partial<DraftPlacement>) => void;
  onDuplicate: (placement: DraftPlacement) => void;
  onRemove: (id: string) => void;
  /** Adds a date to a placement without one. */
  onDate: (placement: DraftPlacement) => void;
  onCopy: Placing['copyTo'];
  /** Whether each new placement gets a date. */
  withDate: boolean;
  onWithDate: (on: boolean) => void;
  problemOf: StepProps['problemOf'];
}

/** The side panel: choice of the signer, the tools, and the position of the selected placement. */
export function PlaceSide(props: Props) {
  const { t } = useTranslation('wizard');
  const { signers, signer, onSigner, placements, selected } = props;
  const { crossPageMinimum } = useLimits();
  return (
    <aside className={style.side} aria-label={t('placeTools')}>
      {props.above}
      <section>
        <h2>{t('placeWho')}</h2>
        <div className={style.signers}>
          {signers.map((s, i) => (
            <button
              key={s.signerId}
              type="button"
              className={style.signer}
              aria-pressed={s.signerId === signer.signerId}
              style={{ '--hue': hueOf(i) }}
              onClick={() => {
                onSigner(s.signerId);
                const first = placements.find((p) => p.signerId === s.signerId && !props.isFixed(p));
                if (first) props.onSelect(first);
              }}
            >
              <span className={style.dot} />
              <span className={style.signerName}>{nameOf(s, t('signerNumber', { n: i + 1 }))}</span>
              <Count
                count={placements.filter((p) => p.signerId === s.signerId && p.kind !== 'FIELD').length}
                zero
              />
            </button>
          ))}
        </div>
        <FieldMessage error={props.problemOf(`signers.${signers.indexOf(signer)}`)} />
      </section>
      <section>
        <h2>{t('placeWhat')}</h2>
        <div className={style.tools}>
          {kindsOf(signer.type).map((kind) => (
            <Tool
              key={kind}
              kind={kind}
              disabled={kind === 'CROSS_PAGE' && props.pages < crossPageMinimum}
              min={crossPageMinimum}
              onAdd={props.onAdd}
              onDrop={props.onDrop}
            />
          ))}
        </div>
        <div className={style.withDate}>
          <Checkbox value={props.withDate} onChange={props.onWithDate}>
            {t('withDate')}
          </Checkbox>
        </div>
        <p className={style.hint}>{t('placeHint')}</p>
      </section>
      {props.onAddKeyword && (
        <section>
          <h2>{t('keyword.list')}</h2>
          <div className={style.list}>
            {placements
              .filter(isByKeyword)
              .filter((p) => p.signerId === signer.signerId)
              .map((p) => (
                <button
                  key={p.placementId}
                  type="button"
                  className={style.signer}
                  aria-pressed={p === selected}
                  onClick={() => props.onSelect(p)}
                >
                  <span className={style.signerName}>
                    {t('keyword.item', { kind: t(`kind.${p.kind}`), keyword: p.keyword.text || '…' })}
                  </span>
                  <Count count={props.hits.get(p.placementId)?.length ?? 0} zero />
                </button>
              ))}
            <Button size="small" icon="search" onClick={props.onAddKeyword}>
              {t('keyword.add')}
            </Button>
          </div>
        </section>
      )}
      {selected && !isByKeyword(selected) && !props.isFixed(selected) && (
        <Chosen {...props} selected={selected} />
      )}
      {selected && isByKeyword(selected) && (
        <KeywordSide
          key={selected.placementId}
          selected={selected}
          path={props.pathOf(selected.placementId)}
          kinds={kindsOf((signers.find((s) => s.signerId === selected.signerId) ?? signer).type).filter(
            (kind) => kind !== 'CROSS_PAGE',
          )}
          document={props.document}
          documents={props.documents}
          hits={props.hits}
          problemOf={props.problemOf}
          onChange={(fields) => props.onChange(selected.placementId, fields)}
          onAllFiles={() => props.onAllFiles?.(selected)}
          onDate={() => props.onDate(selected)}
          onRemove={() => props.onRemove(selected.placementId)}
        />
      )}
    </aside>
  );
}

/** A kind of placement: a click places it in the centre of the current page, a drag where it is dropped. */
function Tool({
  kind,
  disabled,
  min,
  onAdd,
  onDrop,
}: { kind: SigningKind; disabled: boolean; min: number } & Pick<Props, 'onAdd' | 'onDrop'>) {
  const { t } = useTranslation('wizard');
  const [ghost, setGhost] = useState<{ x: number; y: number } | null>(null);
  const start = useRef<{ x: number; y: number } | null>(null);
  const moved = useRef(false);
  const { width, height } = PLACE_SIZE[kind];
  return (
    <button
      type="button"
      className={style.tool}
      disabled={disabled}
      title={disabled ? t('problem.crossPageTooFewPages', { min }) : undefined}
      onPointerDown={(event) => {
        start.current = { x: event.clientX, y: event.clientY };
        moved.current = false;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        const from = start.current;
        if (!from) return;
        if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > 6) moved.current = true;
        if (moved.current) setGhost({ x: event.clientX, y: event.clientY });
      }}
      onPointerUp={(event) => {
        start.current = null;
        setGhost(null);
        if (moved.current) onDrop(kind, event);
      }}
      onPointerCancel={() => {
        start.current = null;
        setGhost(null);
      }}
      onClick={() => {
        if (!moved.current) onAdd(kind);
        moved.current = false;
      }}
    >
      <Icon name={PLACE_ICONS[kind]} />
      {t(`kind.${kind}`)}
      {ghost && (
        <span
          className={style.ghost}
          style={{
            left: ghost.x - width * 1.4,
            top: ghost.y - height * 1.4,
            width: width * 2.8,
            height: height * 2.8,
          }}
        />
      )}
    </button>
  );
}

function Chosen({
  selected,
  pages,
  labels,
  documents,
  onChange,
  onDuplicate,
  onRemove,
  onDate,
  onCopy,
}: Props & { selected: DraftPlacement }) {
  const { t } = useTranslation('wizard');
  const [copying, setCopying] = useState(false);
  const set = (fields: Partial<DraftPlacement>) => onChange(selected.placementId, fields);
  const crossPage = selected.kind === 'CROSS_PAGE';
  const several = crossPage || selected.toPage !== undefined;
  const labelOf = (page: number) => {
    const label = labels?.[page - 1];
    return label === undefined ? undefined : t('stage:label', { label });
  };
  const integer = (value: number | null, fallback: number) =>
    Math.max(1, Math.min(pages, Math.round(value ?? fallback)));
  return (
    <section>
      <h2>{t('placeChosen', { kind: t(`kind.${selected.kind}`) })}</h2>
      <div className={style.numbers}>
        {!crossPage && (
          <NumberField
            label={t('placeX')}
            decimals={1}
            value={selected.x}
            onChange={(x) => set({ x: x ?? selected.x })}
          />
        )}
        <NumberField
          label={t('placeY')}
          decimals={1}
          value={selected.y}
          onChange={(y) => set({ y: y ?? selected.y })}
        />
        <NumberField
          label={t(several ? 'placeFrom' : 'placePage')}
          min={1}
          max={pages}
          value={selected.page}
          hint={labelOf(selected.page)}
          onChange={(page) => set({ page: integer(page, selected.page) })}
        />
        {several && (
          <NumberField
            label={t('placeTo')}
            min={1}
            max={pages}
            value={selected.toPage ?? selected.page}
            hint={labelOf(selected.toPage ?? selected.page)}
            onChange={(to) => set({ toPage: integer(to, pages) })}
          />
        )}
      </div>
      {several && (
        <RadioGroup
          label={t('placeRule')}
          value={selected.rule ?? 'CONSECUTIVE'}
          onChange={(rule) => set({ rule })}
          options={[
            { value: 'CONSECUTIVE', label: t('rule.CONSECUTIVE') },
            { value: 'ALTERNATE', label: t('rule.ALTERNATE') },
          ]}
        />
      )}
      <p className={classes(style.row, style.chosenTools)}>
        <Button size="small" icon="copy" onClick={() => onDuplicate(selected)}>
          {t('duplicate')}
        </Button>
        {(pages > 1 || documents.length > 1) && (
          <Button size="small" icon="page" onClick={() => setCopying(true)}>
            {t('copy.open')}
          </Button>
        )}
        {!crossPage && selected.kind !== 'SIGN_DATE' && (
          <Button size="small" icon="calendar" onClick={() => onDate(selected)}>
            {t('addDate')}
          </Button>
        )}
        {!crossPage && pages > 1 && (
          <Button
            size="small"
            icon="contract"
            onClick={() =>
              set(
                several
                  ? { toPage: undefined, rule: undefined }
                  : { page: 1, toPage: pages, rule: 'CONSECUTIVE' },
              )
            }
          >
            {t(several ? 'onePage' : 'allPages')}
          </Button>
        )}
        <Button size="small" kind="danger" icon="trash" onClick={() => onRemove(selected.placementId)}>
          {t('remove')}
        </Button>
      </p>
      {copying && (
        <CopyDialog
          placement={selected}
          documents={documents}
          onCopy={(files, to) => onCopy(selected, files, to)}
          onClose={() => setCopying(false)}
        />
      )}
    </section>
  );
}
