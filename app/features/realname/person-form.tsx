import { useLocation, useSearchParams } from '@remix-run/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Envelope } from '#core/call.ts';
import { type PersonForm as Filled, personForm } from '#core/realname/person-form.ts';
import { PERSON_PHOTOS } from '#core/realname/photos.ts';
import { startFaceAuth, submitManualReview } from '#core/realname/submit-calls.ts';
import { call } from '../../call.ts';
import { useSession } from '../../session/session-store.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { isGood } from '../../wire/form-check.ts';
import { useContractBehind } from './contract-behind.ts';
import { Papers } from './papers.tsx';
import type { PersonInfo } from './person-facts.tsx';
import { PersonFields } from './person-fields.tsx';
import style from './realname.module.css';
import { useRefreshPerson } from './use-person.ts';
import { WayChoice } from './way-choice.tsx';

const WAYS = ['face', 'review'] as const;
const NAMES = { name: 'realName', idType: 'idType', idNumber: 'idNumber' };

/** Maps the problems to the names of this form's fields. */
const ofPerson = (body: Envelope<unknown>) => ({
  ...body,
  fields: body.fields?.map(({ path, problem }) => ({ path: path.replace('person.', ''), problem })),
});

/** Name and document, then one of two ways to prove them: face verification, or papers for a manual review. */
export function PersonForm({ info }: { info: PersonInfo }) {
  const { t } = useTranslation(['realname', 'error']);
  const [, setParams] = useSearchParams();
  const behind = useContractBehind();
  const { state } = useLocation();
  const userId = useSession((s) => s.loginUser?.userId) ?? '';
  const refresh = useRefreshPerson();
  const [way, setWay] = useState<(typeof WAYS)[number]>('face');
  const [photos, setPhotos] = useState<Record<string, string>>({});
  const [missing, setMissing] = useState(false);
  const rejected = info.application?.state === 'REJECTED' ? info.application : undefined;

  async function submit(person: Filled) {
    if (way === 'review' && PERSON_PHOTOS.some((kind) => !photos[kind])) return setMissing(true);
    if (way === 'face') {
      const body = await call(startFaceAuth, { userId, businessType: 'AUTH', ownerType: 'PERSON', person });
      if (!isGood(body)) return ofPerson(body);
      // [7.11c] the result is kept in the URL, so that the page can be reloaded
      const { transId, expiresAt } = body.data;
      setParams({
        currentComp: 'AuthH5',
        transId,
        expiresAt: String(expiresAt),
        ...behind?.params,
      });
    } else {
      const ids = PERSON_PHOTOS.map((kind) => photos[kind] ?? '');
      const body = await call(submitManualReview, { person, photos: ids });
      if (!isGood(body)) return ofPerson(body);
    }
    await refresh();
  }

  return (
    <Form<Filled>
      wide
      label={t('person.title')}
      initial={{ realName: nameFrom(state), idType: info.idType || 'RESIDENT_ID', idNumber: '' }}
      rules={personForm}
      onSubmit={submit}
    >
      {(form) => (
        <>
          {rejected && (
            <Notice tone="error">
              {rejected.route === 'FACE'
                ? t('error:FACE_FAILED')
                : t('person.rejected', { reason: reasonText(rejected.reason, t) })}
            </Notice>
          )}
          <div className={style.narrow}>
            <PersonFields
              names={NAMES}
              labels={{
                name: t('field.realName'),
                idType: t('field.idType'),
                idNumber: t('field.idNumber'),
              }}
              hint={t('person.nameHint')}
            />
          </div>
          <WayChoice
            value={way}
            onChange={setWay}
            ways={WAYS.map((one) => ({
              way: one,
              icon: one === 'face' ? 'qr' : 'users',
              label: t(`way.${one}`),
              hint: t(`way.${one}Hint`),
            }))}
          />
          {way === 'review' && (
            <>
              {info.authStatus === 'AUTH' && <Notice tone="warning">{t('person.pauses')}</Notice>}
              <Papers
                kinds={PERSON_PHOTOS}
                photos={photos}
                onPhoto={(kind, imageId) => setPhotos((old) => ({ ...old, [kind]: imageId }))}
                missing={missing}
              />
            </>
          )}
          <div className={style.row}>
            <Button type="submit" kind="primary" size="large" pending={form.submitting}>
              {t(way === 'face' ? 'way.startFace' : 'way.submit')}
            </Button>
          </div>
        </>
      )}
    </Form>
  );
}

/** The name that the page before this one knows, such as the one to which a contract was sent; else empty. */
const nameFrom = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'realName' in state && typeof state.realName === 'string'
    ? state.realName
    : '';

/** Text of a rejection reason: reasons set by the system are translated, those of reviewers are shown as written. */
export const reasonText = (reason: string, t: (key: string) => string): string =>
  reason === 'ID_TAKEN'
    ? t('error:REALNAME_ID_TAKEN')
    : reason === 'CODE_TAKEN'
      ? t('error:ENTERPRISE_CODE_TAKEN')
      : reason === 'TRANSFER_WRONG'
        ? t('error:TRANSFER_ENDED')
        : reason;
