import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addParties, isParty, replaceSigner } from '#core/task/add-parties.ts';
import { type DraftCopy, type DraftSigner, lastPosition, putRow, removeRow } from '#core/task/draft.ts';
import { mergeSigners, samePartyBefore } from '#core/task/merge-signers.ts';
import { hueOf } from '../../../parts/badges/party-hues.ts';
import { PeoplePicker, type PeoplePickerProps } from '../../../parts/people/people-picker.tsx';
import { newKey } from '../../../parts/room/new-key.ts';
import { useEmbedded } from '../../../parts/signing/embedded.ts';
import { useSession } from '../../../session/session-store.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { FieldMessage } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MobileField } from '../../../ui/mobile-field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { FormFillers } from './form-fillers.tsx';
import { Automatic, IdentityDocument, SealKind } from './signer-proof.tsx';
import { SignerProofs } from './signer-proofs.tsx';
import type { StepProps } from './step-props.ts';
import style from './wizard.module.css';

/** Step 2 ([2.16b]): signers and recipients of copies. */
export function PartiesStep({
  draft,
  open,
  problemOf,
  setAccessCode,
}: StepProps & { setAccessCode: (signerId: string, code: string) => void }) {
  const { t } = useTranslation('wizard');
  // focuses a row added here; rows added by colleagues do not take the focus
  const [added, setAdded] = useState<string>();
  const add = (list: 'signers' | 'copies', fields: Parameters<typeof putRow>[3]) => {
    const key = newKey();
    // set first, as the row may be rendered as soon as it exists
    setAdded(key);
    putRow(open.doc, list, key, fields);
  };
  const addSigner = (type: 'ENTERPRISE' | 'PERSON') =>
    add('signers', {
      type,
      ...(type === 'ENTERPRISE' ? { entName: '' } : {}),
      userName: '',
      mobile: '',
      signOrder: Math.max(0, ...draft.signers.map((s) => s.signOrder)) + 1,
      position: lastPosition(open.doc, 'signers'),
    });
  const active = useSession((s) => s.activeUser);
  const entId = active?.type === 'ent' ? active.id : '';
  const [choosing, setChoosing] = useState<'signers' | 'copies' | 'own'>();
  // address book and colleagues are beyond an embedded draft
  const mayChoose = useEmbedded() === null;
  const list = choosing === 'copies' ? 'copies' : 'signers';
  const addCopy = (type: 'ENTERPRISE' | 'PERSON') =>
    add('copies', {
      type,
      ...(type === 'ENTERPRISE' ? { entName: '' } : {}),
      userName: '',
      mobile: '',
      position: lastPosition(open.doc, 'copies'),
    });
  return (
    <div className={style.list}>
      <FieldMessage error={problemOf('signers')} />
      {draft.signers.map((signer, i) => (
        <SignerCard
          key={signer.signerId}
          signer={signer}
          index={i}
          open={open}
          problemOf={problemOf}
          draft={draft}
          autoFocus={signer.signerId === added}
          setAccessCode={(code) => setAccessCode(signer.signerId, code)}
        />
      ))}
      <FormFillers draft={draft} open={open} problemOf={problemOf} />
      <div className={style.row}>
        {mayChoose && (
          <Button icon="users" onClick={() => setChoosing('signers')}>
            {t('choose')}
          </Button>
        )}
        <Button icon="building" onClick={() => addSigner('ENTERPRISE')}>
          {t('addEnterprise')}
        </Button>
        <Button icon="user" onClick={() => addSigner('PERSON')}>
          {t('addPerson')}
        </Button>
        {entId !== '' && mayChoose && (
          <Button icon="users" onClick={() => setChoosing('own')}>
            {t('addOwn')}
          </Button>
        )}
      </div>
      <div className={style.row}>
        {mayChoose && (
          <Button icon="users" onClick={() => setChoosing('copies')}>
            {t('chooseCopies')}
          </Button>
        )}
        <Button icon="copy" onClick={() => addCopy('PERSON')}>
          {t('addCopy')}
        </Button>
        <Button icon="copy" onClick={() => addCopy('ENTERPRISE')}>
          {t('addCopyEnterprise')}
        </Button>
      </div>
      {choosing && (
        <PeoplePicker
          title={t(`chooseTitle.${choosing}`)}
          sources={sourcesFor(choosing)}
          multiple={choosing !== 'own'}
          isTaken={(party) => isParty(draft, list, party, entId)}
          onClose={() => setChoosing(undefined)}
          onPick={(parties) => {
            addParties(open.doc, draft, list, parties, { entId, newKey });
            setChoosing(undefined);
          }}
        />
      )}
      {draft.copies.map((copy, i) => (
        <CopyCard
          key={copy.copyId}
          copy={copy}
          index={i}
          open={open}
          problemOf={problemOf}
          autoFocus={copy.copyId === added}
        />
      ))}
    </div>
  );
}

/** Colleagues are not offered as recipients of copies: they see what their enterprise sends. */
const sourcesFor = (what: 'signers' | 'copies' | 'own'): PeoplePickerProps['sources'] =>
  what === 'own'
    ? ['colleagues']
    : what === 'copies'
      ? ['partners', 'contacts']
      : ['partners', 'contacts', 'colleagues'];

type CardProps = Pick<StepProps, 'open' | 'problemOf'> & { index: number; autoFocus: boolean };

function SignerCard({
  signer,
  index,
  open,
  problemOf,
  autoFocus,
  draft,
  setAccessCode,
}: CardProps & { signer: DraftSigner; draft: StepProps['draft']; setAccessCode: (code: string) => void }) {
  const { t } = useTranslation('wizard');
  const entId = useSession((s) => (s.activeUser?.type === 'ent' ? s.activeUser.id : ''));
  const path = `signers.${index}`;
  const set = (fields: Partial<DraftSigner>) => putRow(open.doc, 'signers', signer.signerId, fields);
  const enterprise = signer.type === 'ENTERPRISE';
  const colleague = signer.accountId !== undefined;
  const same = samePartyBefore(draft.signers, signer);
  const sealKind = enterprise && <SealKind signer={signer} set={set} />;
  const [choosing, setChoosing] = useState(false);
  const mayChoose = useEmbedded() === null;
  return (
    <article
      className={style.party}
      style={{ '--hue': hueOf(index) }}
      aria-label={t('signerNumber', { n: index + 1 })}
    >
      <SignerHead signer={signer} index={index} open={open} onChoose={() => setChoosing(true)} />
      {draft.task.batch && !colleague && <VariesChoice signer={signer} set={set} />}
      {draft.task.batch && signer.varies ? (
        <div className={style.fields}>{sealKind}</div>
      ) : (
        <div className={style.fields}>
          {enterprise && (
            <TextField
              name={`${path}.entName`}
              label={t('field.entName')}
              required
              autoFocus={autoFocus}
              maxLength={100}
              readOnly={signer.entId !== undefined}
              value={signer.entName ?? ''}
              onChange={(entName) => set({ entName })}
              error={problemOf(`${path}.entName`)}
            />
          )}
          <TextField
            name={`${path}.userName`}
            label={t(enterprise ? 'field.operator' : 'field.personName')}
            required
            autoFocus={autoFocus && !enterprise}
            maxLength={50}
            readOnly={colleague}
            value={signer.userName}
            onChange={(userName) => set({ userName })}
            error={problemOf(`${path}.userName`)}
            tail={
              colleague && mayChoose ? (
                <Button size="small" kind="quiet" onClick={() => setChoosing(true)}>
                  {t('colleague.change')}
                </Button>
              ) : undefined
            }
          />
          {!colleague && (
            <MobileBox
              name={`${path}.mobile`}
              value={signer.mobile}
              onChange={(mobile) => set({ mobile })}
              error={problemOf(`${path}.mobile`)}
            />
          )}
          {enterprise && (
            <TextField
              name={`${path}.department`}
              label={t('field.department')}
              maxLength={50}
              value={signer.department ?? ''}
              onChange={(department) => set({ department })}
            />
          )}
          <TextField
            name={`${path}.email`}
            label={t('field.email')}
            hint={t('field.emailHint')}
            type="email"
            inputMode="email"
            maxLength={100}
            value={signer.email ?? ''}
            onChange={(email) => set({ email: email.trim() })}
            error={problemOf(`${path}.email`)}
          />
          {sealKind}
          <Automatic signer={signer} path={path} draft={draft} set={set} problemOf={problemOf} />
          {!enterprise && <IdentityDocument signer={signer} path={path} set={set} problemOf={problemOf} />}
        </div>
      )}
      {!signer.autoSealId && (
        <SignerProofs
          signer={signer}
          path={path}
          set={set}
          setAccessCode={setAccessCode}
          inBatch={draft.task.batch}
          problemOf={problemOf}
        />
      )}
      {same && <SameParty signer={signer} same={same} draft={draft} open={open} />}
      {choosing && (
        <PeoplePicker
          title={t(colleague ? 'chooseTitle.own' : 'chooseTitle.signer')}
          sources={colleague ? ['colleagues'] : ['partners', 'contacts']}
          isTaken={(party) => isParty(draft, 'signers', party, entId)}
          onClose={() => setChoosing(false)}
          onPick={([party]) => {
            setChoosing(false);
            replaceSigner(open.doc, signer.signerId, party, entId);
          }}
        />
      )}
    </article>
  );
}

/** The signer stands there already: both can become one. */
function SameParty({
  signer,
  same,
  draft,
  open,
}: Pick<StepProps, 'draft' | 'open'> & { signer: DraftSigner; same: DraftSigner }) {
  const { t } = useTranslation('wizard');
  const n = draft.signers.indexOf(same) + 1;
  return (
    <Notice
      tone="warning"
      actions={
        <Button size="small" icon="users" onClick={() => mergeSigners(open.doc, draft, same, signer)}>
          {t('merge', { n })}
        </Button>
      }
    >
      {t('mergeAbout', { n })}
    </Notice>
  );
}

/** In a batch: whether this signer varies by row, and its name in the column titles. */
function VariesChoice({ signer, set }: { signer: DraftSigner; set: (fields: Partial<DraftSigner>) => void }) {
  const { t } = useTranslation('batch');
  return (
    <div className={style.fields}>
      <Switch
        label={t('varies')}
        hint={t('variesHint')}
        value={signer.varies === true}
        onChange={(varies) => set({ varies })}
      />
      {signer.varies && (
        <TextField
          label={t('roleName')}
          maxLength={20}
          value={signer.roleName ?? ''}
          onChange={(roleName) => set({ roleName: roleName || undefined })}
        />
      )}
    </div>
  );
}

function SignerHead({
  signer,
  index,
  open,
  onChoose,
}: Pick<CardProps, 'index' | 'open'> & { signer: DraftSigner; onChoose: () => void }) {
  const { t } = useTranslation('wizard');
  const me = useSession((s) => s.loginUser);
  const mayChoose = useEmbedded() === null;
  const enterprise = signer.type === 'ENTERPRISE';
  const colleague = signer.accountId !== undefined;
  return (
    <header className={style.partyHead}>
      <h2>{t('signerNumber', { n: index + 1 })}</h2>
      <Badge tone="neutral" icon={enterprise ? 'building' : 'user'}>
        {t(enterprise ? 'enterprise' : 'person')}
      </Badge>
      {signer.roleName && (
        <Badge tone="neutral" icon="template">
          {signer.roleName}
        </Badge>
      )}
      {colleague && enterprise && (
        <Badge tone="info" icon="users">
          {t(signer.accountId === me?.userId ? 'oneself' : 'ownSide')}
        </Badge>
      )}
      <span className={style.spacer} />
      {!colleague && mayChoose && (
        <Button size="small" kind="quiet" icon="users" onClick={onChoose}>
          {t('chooseOne')}
        </Button>
      )}
      <IconButton
        icon="trash"
        size="small"
        label={t('removeSigner', { n: index + 1 })}
        onClick={() => removeRow(open.doc, 'signers', signer.signerId)}
      />
    </header>
  );
}

function CopyCard({ copy, index, open, problemOf, autoFocus }: CardProps & { copy: DraftCopy }) {
  const { t } = useTranslation('wizard');
  const path = `copies.${index}`;
  const set = (fields: Partial<DraftCopy>) => putRow(open.doc, 'copies', copy.copyId, fields);
  const enterprise = copy.type === 'ENTERPRISE';
  return (
    <article className={style.party} style={{ '--hue': 0 }} aria-label={t('copyNumber', { n: index + 1 })}>
      <header className={style.partyHead}>
        <h2>{t('copyNumber', { n: index + 1 })}</h2>
        <Badge tone="neutral" icon={enterprise ? 'building' : 'user'}>
          {t(enterprise ? 'enterprise' : 'person')}
        </Badge>
        <span className={style.spacer} />
        <IconButton
          icon="trash"
          size="small"
          label={t('removeCopy', { n: index + 1 })}
          onClick={() => removeRow(open.doc, 'copies', copy.copyId)}
        />
      </header>
      <div className={style.fields}>
        {enterprise && (
          <TextField
            name={`${path}.entName`}
            label={t('field.entName')}
            required
            autoFocus={autoFocus}
            maxLength={100}
            value={copy.entName ?? ''}
            onChange={(entName) => set({ entName })}
            error={problemOf(`${path}.entName`)}
          />
        )}
        <TextField
          name={`${path}.userName`}
          label={t(enterprise ? 'field.copyPerson' : 'field.personName')}
          required
          autoFocus={autoFocus && !enterprise}
          maxLength={50}
          value={copy.userName}
          onChange={(userName) => set({ userName })}
          error={problemOf(`${path}.userName`)}
        />
        <MobileBox
          name={`${path}.mobile`}
          value={copy.mobile}
          onChange={(mobile) => set({ mobile })}
          error={problemOf(`${path}.mobile`)}
        />
        <TextField
          name={`${path}.email`}
          label={t('field.email')}
          hint={t('field.copyEmailHint')}
          type="email"
          inputMode="email"
          maxLength={254}
          value={copy.email ?? ''}
          onChange={(email) => set({ email: email.trim() })}
          error={problemOf(`${path}.email`)}
        />
      </div>
    </article>
  );
}

type MobileProps = {
  name: string;
  value: string;
  onChange: (mobile: string) => void;
  error: string | undefined;
};

function MobileBox(props: MobileProps) {
  const { t } = useTranslation('wizard');
  return <MobileField label={t('field.mobile')} required {...props} />;
}
