import { useTranslation } from 'react-i18next';
import { groupsInOrder } from '#core/task/order.ts';
import type { PartyType } from '#core/task/plan.ts';
import type { SignerState } from '#core/task/states.ts';
import { Icon } from '../../../ui/icon.tsx';
import style from './signing-path.module.css';

export interface PathSigner {
  readonly id: string;
  readonly name: string;
  /** The operator of an enterprise; empty if there is none to show. */
  readonly about: string;
  readonly type: PartyType;
  readonly signOrder: number;
  /** Only for a task that was sent. */
  readonly state?: SignerState;
}

const STATE_ICONS = { SIGNED: 'success', SIGNING: 'pen', UNSIGNED: 'clock', REJECTED: 'ban' } as const;

/**
 * The signing order from the sender to the end: steps side by side, with parties that sign in parallel below each
 * other. For a screen reader it is a list of steps, each with its people and their states.
 */
export function SigningPath({ signers, ordered }: { signers: readonly PathSigner[]; ordered: boolean }) {
  const { t } = useTranslation('task');
  const groups = groupsInOrder(signers, ordered);
  if (groups.length === 0) return null;
  return (
    <figure className={style.path}>
      <figcaption>{t('path.title')}</figcaption>
      <ol>
        <li className={style.end}>
          <Icon name="send" size={16} />
          {t('path.begin')}
        </li>
        {groups.map((group, i) => (
          <li key={group[0]!.id} className={style.step}>
            <span className={style.label}>
              {t(group.length === 1 ? 'path.step' : 'path.together', { n: i + 1, count: group.length })}
            </span>
            <ul>
              {group.map(({ id, name, about, type, state }) => (
                <li key={id} data-state={state}>
                  <Icon name={type === 'ENTERPRISE' ? 'building' : 'user'} size={16} />
                  <span className={style.who}>
                    <strong>{name}</strong>
                    {about !== '' && <small>{about}</small>}
                  </span>
                  {state && <Icon name={STATE_ICONS[state]} size={16} label={t(`path.state.${state}`)} />}
                </li>
              ))}
            </ul>
          </li>
        ))}
        <li className={style.end}>
          <Icon name="success" size={16} />
          {t('path.end')}
        </li>
      </ol>
    </figure>
  );
}
