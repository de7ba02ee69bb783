import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type DraftSigner, putRow, setTask } from '#core/task/draft.ts';
import { groupsInOrder, putInOrder } from '#core/task/order.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { classes } from '../../../ui/classes.ts';
import { FieldMessage } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';
import { SigningPath } from '../order/signing-path.tsx';
import { nameOf } from './signer-name.ts';
import type { StepProps } from './step-props.ts';
import { useDragging } from './use-dragging.ts';
import style from './wizard.module.css';

/**
 * Signers in signing order: groups sign in parallel, one group after the other ([4.1f]). Within a group they keep the
 * displayed order (`shown`: ids), so that no row jumps while one is made parallel.
 */
function groupsOf(signers: readonly DraftSigner[], shown: readonly string[]): DraftSigner[][] {
  const rank = ({ signerId }: DraftSigner) =>
    shown.includes(signerId) ? shown.indexOf(signerId) : shown.length;
  return groupsInOrder(signers, true).map((group) => group.sort((a, b) => rank(a) - rank(b)));
}

/** Step 3 ([2.16c]): signing order, all in parallel or in sequence with parallel groups. */
export function OrderStep({ draft, open, problemOf }: StepProps) {
  const { t } = useTranslation('wizard');
  const { orderState } = draft.task;
  const shown = useRef<string[]>([]);
  const groups = groupsOf(draft.signers, shown.current);
  const flat = groups.flat();
  useEffect(() => {
    shown.current = flat.map((s) => s.signerId);
  });

  /** Writes groups back as numbers 1, 2, 3 … */
  const write = (next: DraftSigner[][]) =>
    open.doc.transact(() => {
      next
        .filter((group) => group.length > 0)
        .forEach((group, i) => {
          for (const s of group) putRow(open.doc, 'signers', s.signerId, { signOrder: i + 1 });
        });
    });
  const move = (signer: DraftSigner, by: -1 | 1) => {
    const at = groups.findIndex((g) => g.includes(signer));
    const rest = groups.map((g) => g.filter((s) => s !== signer));
    const alone = groups[at]!.length === 1;
    const target = alone ? at + by : by === 1 ? at + 1 : at;
    const next = rest.filter((g, i) => g.length > 0 || i !== at);
    next.splice(Math.max(0, Math.min(next.length, target)), 0, [signer]);
    write(next);
  };
  const { handleOf, dropOf, said } = useDragging(
    flat,
    ({ signerId }) => signerId,
    (moved, { beside, as }) => {
      const now = (one: DraftSigner) => flat.find(({ signerId }) => signerId === one.signerId)!;
      write(putInOrder(groups, now(moved), { beside: now(beside), as }));
    },
    { together: true },
  );
  const setParallel = (signer: DraftSigner, parallel: boolean) => {
    const at = groups.findIndex((g) => g.includes(signer));
    const next = groups.map((g) => g.filter((s) => s !== signer));
    if (parallel) next[at - 1]!.push(signer);
    else next.splice(at + 1, 0, [signer]);
    write(next);
  };
  const setOrdered = (state: 'ORDER' | 'DISORDER') => {
    setTask(open.doc, { orderState: state });
    if (state === 'ORDER')
      write(groups.every((g) => g.length === 1) ? groups : draft.signers.map((s) => [s]));
  };

  return (
    <div className={style.list}>
      <RadioGroup
        label={t('orderLabel')}
        column
        value={orderState}
        onChange={setOrdered}
        options={[
          { value: 'DISORDER', label: t('order.DISORDER'), hint: t('orderHint.DISORDER') },
          { value: 'ORDER', label: t('order.ORDER'), hint: t('orderHint.ORDER') },
        ]}
      />
      <FieldMessage error={problemOf('signers')} />
      {orderState === 'ORDER' && (
        <ol className={style.list}>
          {flat.map((signer, i) => {
            const group = groups.findIndex((g) => g.includes(signer));
            const follows = groups[group]![0] !== signer;
            const name = nameOf(signer, t('signerNumber', { n: draft.signers.indexOf(signer) + 1 }));
            return (
              <li
                key={signer.signerId}
                className={classes(style.order, follows && style.with)}
                data-signer={signer.signerId}
                data-row={signer.signerId}
                data-drop={dropOf(signer)}
              >
                <span className={style.orderNumber}>{group + 1}</span>
                <span>
                  {name}
                  {i > 0 && (
                    <Checkbox value={follows} onChange={(parallel) => setParallel(signer, parallel)}>
                      {t('parallel')}
                    </Checkbox>
                  )}
                </span>
                <span>
                  <IconButton
                    icon="drag"
                    size="small"
                    label={t('dragSigner', { name })}
                    {...handleOf(signer, name)}
                  />
                  <IconButton
                    icon="chevron-up"
                    size="small"
                    label={t('moveUp', { name })}
                    disabled={i === 0}
                    onClick={() => move(signer, -1)}
                  />
                  <IconButton
                    icon="chevron-down"
                    size="small"
                    label={t('moveDown', { name })}
                    disabled={i === flat.length - 1}
                    onClick={() => move(signer, 1)}
                  />
                </span>
              </li>
            );
          })}
        </ol>
      )}
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <SigningPath
        ordered={orderState === 'ORDER'}
        signers={flat.map((signer) => ({
          id: signer.signerId,
          name: nameOf(signer, t('signerNumber', { n: draft.signers.indexOf(signer) + 1 })),
          about: signer.type === 'ENTERPRISE' ? signer.userName : '',
          type: signer.type,
          signOrder: signer.signOrder,
        }))}
      />
    </div>
  );
}
