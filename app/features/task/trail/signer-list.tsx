import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ccPartiesOf, typeOfSigner } from '#core/task/plan-wire.ts';
import { formatDateTime } from '../../../i18n/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { CorrectedParty } from '../change/correct-dialog.tsx';
import { useMayDo } from '../list/task-actions.tsx';
import { SignerStateBadge } from '../list/task-state.tsx';
import { SigningPath } from '../order/signing-path.tsx';
import type { TaskDetail } from '../sign/use-task.ts';
import { Delivery, useDelivery } from './delivery.tsx';
import { Silence } from './silence.tsx';
import style from './trail.module.css';

const CorrectDialog = lazy(async () => ({
  default: (await import('../change/correct-dialog.tsx')).CorrectDialog,
}));

/** The signers in signing order, each with a state; and the recipients of copies. */
export function SignerList({ task }: { task: TaskDetail }) {
  const { t } = useTranslation(['trail', 'realname', 'seal', 'task']);
  const ccParties = ccPartiesOf(task);
  const may = useMayDo();
  const delivery = useDelivery(task);
  const mayUrge = may.has('urge') && task.actions.includes('urge');
  const mayCorrect = may.has('correct') && task.actions.includes('correct') && task.voids === null;
  const [corrected, setCorrected] = useState<CorrectedParty>();
  return (
    <>
      {task.signerList.length > 1 && (
        <SigningPath
          ordered={task.orderState === 'ORDER'}
          signers={task.signerList.map((signer) => ({
            id: signer.signerId,
            name: signer.entName || signer.userName,
            about: signer.entName ? signer.stampedBy || signer.userName : '',
            type: typeOfSigner(signer),
            signOrder: signer.signOrder,
            state: stateOf(task, signer.status),
          }))}
        />
      )}
      <ul className={style.signers}>
        {task.signerList.map((signer) => (
          <li key={signer.signerId}>
            <Icon name={typeOfSigner(signer) === 'ENTERPRISE' ? 'building' : 'user'} />
            <div className={style.who}>
              <SignerFacts task={task} signer={signer} />
              <Delivery
                party={delivery?.find(({ partyId }) => partyId === signer.signerId)}
                name={signer.entName || signer.userName}
                again={mayUrge && signer.status === 'SIGNING' ? task.planId : undefined}
              />
            </div>
            <div className={style.state}>
              <SignerStateBadge state={stateOf(task, signer.status)} />
              {signer.signedAt !== null && (
                <time className={style.soft}>{formatDateTime(signer.signedAt)}</time>
              )}
              {signer.mine && isWaiting(task, signer.status) && (
                <Silence taskId={task.planId} silenced={signer.silenced} />
              )}
              {mayCorrect && (signer.status === 'UNSIGNED' || signer.status === 'SIGNING') && (
                <Button
                  size="small"
                  kind="quiet"
                  icon="pen"
                  aria-label={t('correct.of', { name: signer.entName || signer.userName })}
                  onClick={() => setCorrected({ signerId: signer.signerId })}
                >
                  {t('task:action.correct')}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      {corrected !== undefined && (
        <Suspense>
          <CorrectDialog
            taskId={task.planId}
            party={corrected}
            isReviewing={task.status === 'REVIEWING'}
            onClose={() => setCorrected(undefined)}
          />
        </Suspense>
      )}
      {ccParties.length > 0 && (
        <p className={style.soft}>
          {t('copies', { names: ccParties.map(nameOfCopy).join(t('ui:separator')) })}
        </p>
      )}
      {ccParties.map((copy, i) => {
        // The recipients of copies follow the signers, in the same order.
        const party = delivery?.[task.signerList.length + i];
        return (
          party && (
            <CopyDelivery
              key={party.partyId}
              party={party}
              name={nameOfCopy(copy)}
              onCorrect={mayCorrect ? () => setCorrected({ copyId: party.partyId }) : undefined}
            />
          )
        );
      })}
    </>
  );
}

/** Who a signer is, and what is asked of them. */
function SignerFacts({ task, signer }: { task: TaskDetail; signer: TaskDetail['signerList'][number] }) {
  const { t } = useTranslation(['trail', 'realname']);
  return (
    <>
      <strong>
        {signer.entName || signer.userName}
        {signer.mine && <span className={style.mine}>{t('mine')}</span>}
        {!signer.registered && ' '}
        {!signer.registered && (
          <Badge tone="neutral" icon="user">
            {t('unregistered')}
          </Badge>
        )}
        {signer.automatic !== '' && ' '}
        {signer.automatic !== '' && (
          <Badge
            tone={signer.automatic === 'FAILED' ? 'warning' : 'info'}
            icon={signer.automatic === 'FAILED' ? 'warning' : 'seal'}
          >
            {t(`automatic.${signer.automatic}`)}
          </Badge>
        )}
      </strong>
      <span className={style.soft}>
        {[
          signer.entName ? signer.userName : '',
          signer.stampedBy && t('stampedBy', { name: signer.stampedBy }),
          signer.department,
          signer.mobile,
          signer.email,
        ]
          .filter(Boolean)
          .join(' · ')}
        {task.orderState === 'ORDER' && ` · ${t('turn', { turn: signer.signOrder })}`}
      </span>
      {signer.creditCode !== '' && (
        <span className={style.soft}>{t('creditCode', { code: signer.creditCode })}</span>
      )}
      {signer.idType !== '' && (
        <span className={style.soft}>
          {t('document', { type: t(`realname:idType.${signer.idType}`), number: signer.idNumber })}
        </span>
      )}
      {signer.automaticProblem !== '' && <span className={style.soft}>{signer.automaticProblem}</span>}
      <RequestedOf signer={signer} />
    </>
  );
}

const nameOfCopy = ({ entName, userName }: { entName: string; userName: string }) =>
  [entName, userName].filter(Boolean).join(' ');

/** How the messages to a recipient of a copy fared, below their name, and the way to correct who it is. */
function CopyDelivery({
  party,
  name,
  onCorrect,
}: {
  party: NonNullable<ReturnType<typeof useDelivery>>[number];
  name: string;
  onCorrect: (() => void) | undefined;
}) {
  const { t } = useTranslation('trail');
  if (party.messages.length === 0 && !onCorrect) return null;
  return (
    <div className={style.copyDelivery}>
      <span>{name}</span>
      <Delivery party={party} name={name} />
      {onCorrect && (
        <Button
          size="small"
          kind="quiet"
          icon="pen"
          aria-label={t('correct.of', { name })}
          onClick={onCorrect}
        >
          {t('correct.copyTitle')}
        </Button>
      )}
    </div>
  );
}

/** Whether the signer may still be reminded of the task. */
const isWaiting = (task: TaskDetail, state: TaskDetail['signerList'][number]['status']) =>
  task.status !== 'ENDED' && task.status !== 'REVOKED' && (state === 'UNSIGNED' || state === 'SIGNING');

/** In an ended task no signer is active any more. */
const stateOf = (task: TaskDetail, state: TaskDetail['signerList'][number]['status']) =>
  state === 'SIGNING' && (task.status === 'ENDED' || task.status === 'REVOKED') ? 'UNSIGNED' : state;

/** What the sender asks of a signer: a kind of seal, and proofs before the signature. */
function RequestedOf({ signer }: { signer: TaskDetail['signerList'][number] }) {
  const { t } = useTranslation(['trail', 'seal', 'signerProof']);
  return (
    <>
      {signer.sealKind !== '' && (
        <span className={style.soft}>{t('sealKind', { kind: t(`seal:category.${signer.sealKind}`) })}</span>
      )}
      {signer.proofs.length > 0 && (
        <span className={style.soft}>
          {t('signerProof:shown', {
            proofs: signer.proofs.map((proof) => t(`signerProof:name.${proof}`)).join(' → '),
          })}
        </span>
      )}
    </>
  );
}
