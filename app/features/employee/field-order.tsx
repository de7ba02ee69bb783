import { useMutation } from '@tanstack/react-query';
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { moveOnboardingField, type OnboardingField } from '#core/employee/onboarding-calls.ts';
import { call } from '../../call.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { type Action, offers } from '../../kit/action.ts';
import type { ActionHost } from '../../kit/use-actions.tsx';
import { useRefresh } from '../../query.ts';
import { Badge, type StateBadge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import style from './field-order.module.css';

type Props = {
  /** The fields of one category, in order. */
  rows: readonly OnboardingField[];
  actions: readonly Action<OnboardingField>[];
  host: ActionHost<OnboardingField>;
};

const REQUIRED: StateBadge = { tone: 'info', icon: 'check' };
const HR_ONLY: StateBadge = { tone: 'neutral', icon: 'lock' };
const PRESET: StateBadge = { tone: 'neutral', icon: 'template' };

/** The fields of a category; reordered by dragging, with the arrow keys on the handle, or from a row's menu. */
export function FieldOrder({ rows, actions, host }: Props) {
  const { t } = useTranslation('onboarding');
  const refresh = useRefresh();
  const [dragged, setDragged] = useState('');
  const [over, setOver] = useState(-1);
  const [said, setSaid] = useState('');
  /** Moves a field before the one at `place`; to the end if `place` equals the number of fields. */
  const move = useMutation({
    mutationFn: async ({ row, place }: { row: OnboardingField; place: number }) => {
      await call(moveOnboardingField, { fieldId: row.fieldId, beforeId: rows[place]?.fieldId ?? '' });
      await refresh(moveOnboardingField);
    },
    onSuccess: (_, { row, place }) => {
      const n = place > rows.indexOf(row) ? place : place + 1;
      setSaid(t('movedTo', { name: row.name, n, count: rows.length }));
    },
    onError: () => void refresh(moveOnboardingField),
  });
  const put = (row: OnboardingField, place: number) => {
    const from = rows.indexOf(row);
    if (move.isPending || place < 0 || place > rows.length || place === from || place === from + 1) return;
    move.mutate({ row, place });
  };
  const onKey = (event: KeyboardEvent, row: OnboardingField) => {
    const by = { ArrowUp: -1, ArrowDown: 2 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    put(row, rows.indexOf(row) + by);
  };
  /** Position of a drop: before the row, or after it if the pointer is in its lower half. */
  const placeAt = (event: DragEvent<HTMLElement>, at: number) => {
    const { top, height } = event.currentTarget.getBoundingClientRect();
    return event.clientY > top + height / 2 ? at + 1 : at;
  };
  const end = () => {
    setDragged('');
    setOver(-1);
  };
  return (
    <>
      <ol className={style.fields}>
        {rows.map((row, at) => (
          <li
            key={row.fieldId}
            className={style.field}
            draggable
            data-dragged={dragged === row.fieldId || undefined}
            data-place={
              over === at ? 'before' : over === rows.length && at === rows.length - 1 ? 'after' : undefined
            }
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              event.dataTransfer.setData('text/plain', row.name);
              setDragged(row.fieldId);
            }}
            onDragOver={(event) => {
              // Fields of another category cannot be dropped here: changing the category is an edit of the field.
              if (!dragged) return;
              event.preventDefault();
              setOver(placeAt(event, at));
            }}
            onDrop={(event) => {
              event.preventDefault();
              const moved = rows.find(({ fieldId }) => fieldId === dragged);
              if (moved) put(moved, placeAt(event, at));
              end();
            }}
            onDragEnd={end}
          >
            <IconButton
              icon="drag"
              size="small"
              label={t('handle', { name: row.name })}
              onKeyDown={(event) => onKey(event, row)}
            />
            <div className={style.words}>
              <span className={style.name}>
                <strong>{row.name}</strong>
                {row.required && <Badge {...REQUIRED}>{t('required')}</Badge>}
                {row.shownTo === 'HR' && <Badge {...HR_ONLY}>{t('hrOnly')}</Badge>}
                {row.preset && <Badge {...PRESET}>{t('preset.badge')}</Badge>}
              </span>
              <span className={style.about}>
                {[t(`type.${row.type}`), sizeOf(t, row)].filter(Boolean).join(' · ')}
              </span>
              <span className={style.when}>
                {t('operated', { time: formatDateTime(row.operationTime), operator: row.operator })}
              </span>
            </div>
            <Menu
              iconOnly
              icon="more"
              size="small"
              align="end"
              label={t('actions', { name: row.name })}
              actions={actions
                .filter((action) => offers(action, row))
                .map((action) => ({
                  id: action.id,
                  label: action.label,
                  ...(action.icon ? { icon: action.icon } : {}),
                  danger: action.danger ?? false,
                  onAction: () => host.start(action, [row]),
                }))}
            />
          </li>
        ))}
      </ol>
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </>
  );
}

type Translate = ReturnType<typeof useTranslation<'onboarding'>>['t'];

/** Maximum length of a value, or number of choices; empty for types without a size. */
function sizeOf(t: Translate, { type, length, options }: OnboardingField): string {
  if (type === 'CHOICE') return t('choices', { count: options.length });
  if (length === null) return '';
  return t(type === 'NUMBER' ? 'digits' : 'length', { count: length });
}
