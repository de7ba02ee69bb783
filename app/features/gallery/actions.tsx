import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge, Count } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { CountdownButton } from '../../ui/countdown-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Link } from '../../ui/link.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Popover } from '../../ui/popover.tsx';
import { ProgressSteps, Steps } from '../../ui/steps.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { toast } from '../../ui/toast-store.ts';
import { Tooltip } from '../../ui/tooltip.tsx';
import { Row, Section } from './section.tsx';

/** Buttons, links, menus, badges, tabs and steps. */
export function Actions() {
  return (
    <>
      <Buttons />
      <Menus />
      <Badges />
      <TabsSection />
      <StepsSection />
    </>
  );
}

function Buttons() {
  const { t } = useTranslation('gallery');
  return (
    <Section id="buttons" title={t('buttons')}>
      <Row>
        <Button kind="primary" icon="send">
          {t('act.send')}
        </Button>
        <Button icon="download">{t('act.download')}</Button>
        <Button kind="quiet">{t('act.preview')}</Button>
        <Button kind="danger">{t('act.revoke')}</Button>
        <Button kind="text">{t('act.trail')}</Button>
        <LinkButton to="/login">{t('act.link')}</LinkButton>
        <IconButton icon="refresh" label={t('act.reload')} />
      </Row>
      <Row>
        <Button kind="primary" pending>
          {t('act.send')}
        </Button>
        <Button pending>{t('act.download')}</Button>
        <Button kind="primary" disabled>
          {t('act.send')}
        </Button>
        <Button disabled>{t('act.download')}</Button>
        <Button kind="quiet" disabled>
          {t('act.preview')}
        </Button>
        <Button kind="danger" disabled>
          {t('act.revoke')}
        </Button>
      </Row>
      <Row>
        <Button size="small">{t('act.preview')}</Button>
        <Button size="large" kind="primary">
          {t('act.sign')}
        </Button>
        <CountdownButton label={t('act.sendCode')} onSend={() => Promise.resolve()} />
        <Link to="/login">{t('act.link')}</Link>
        <Link to="/login" newTab>
          {t('act.link')}
        </Link>
      </Row>
    </Section>
  );
}

function Menus() {
  const { t } = useTranslation('gallery');
  return (
    <Section id="menus" title={t('menus')}>
      <Row>
        <Menu
          label={t('act.more')}
          kind="plain"
          actions={[
            { id: 'preview', label: t('act.preview'), icon: 'eye' },
            { id: 'download', label: t('act.download'), icon: 'download', hint: t('hint.zip') },
            { id: 'off', label: t('act.sign'), icon: 'pen', disabled: true },
            { id: 'revoke', label: t('act.revoke'), icon: 'ban', danger: true, separated: true },
          ]}
        />
        <Popover label={t('act.details')} kind="plain">
          <p>{t('words.short')}</p>
        </Popover>
        <Tooltip text={t('hint.tooltip')} />
        <Button onClick={() => toast({ tone: 'success', text: t('words.saved') })}>
          {t('act.toastDone')}
        </Button>
        <Button onClick={() => toast({ tone: 'error', text: t('words.failed') })}>
          {t('act.toastFailed')}
        </Button>
        <Button
          onClick={() =>
            toast({ text: t('words.deleted'), action: { label: t('act.undo'), onAction: () => undefined } })
          }
        >
          {t('act.toastUndo')}
        </Button>
      </Row>
    </Section>
  );
}

function Badges() {
  const { t } = useTranslation('gallery');
  return (
    <Section id="badges" title={t('badges')}>
      <Row>
        <Badge tone="info" icon="progress">
          {t('state.signing')}
        </Badge>
        <Badge tone="success" icon="success">
          {t('state.completed')}
        </Badge>
        <Badge tone="warning" icon="hourglass">
          {t('state.expiring')}
        </Badge>
        <Badge tone="error" icon="ban">
          {t('state.rejected')}
        </Badge>
        <Badge tone="neutral" icon="circle">
          {t('state.notStarted')}
        </Badge>
        <Count count={7} />
        <Count count={12} loud />
        <Count count={1200} loud />
        <Count count={undefined} />
        <Avatar name={t('people.one')} />
        <Avatar name={t('people.ent')} square size={36} />
        <Avatar name="Li Na" size={36} />
      </Row>
    </Section>
  );
}

function TabsSection() {
  const { t } = useTranslation('gallery');
  const [tab, setTab] = useState('pending');
  return (
    <Section id="tabs" title={t('tabs')}>
      <Tabs
        label={t('tabs')}
        selected={tab}
        onSelect={setTab}
        items={[
          { id: 'pending', label: t('state.pending'), count: 1024, loud: true },
          { id: 'signing', label: t('state.signing'), count: null },
          { id: 'completed', label: t('state.completed'), count: 0 },
          { id: 'off', label: t('state.rejected'), disabled: true },
        ]}
      >
        <p>{t(`state.${tab}`)}</p>
      </Tabs>
    </Section>
  );
}

function StepsSection() {
  const { t } = useTranslation('gallery');
  const [step, setStep] = useState('signers');
  return (
    <Section id="steps" title={t('steps.title')}>
      <Steps
        label={t('steps.title')}
        current={step}
        onSelect={setStep}
        steps={[
          { id: 'info', title: t('steps.info'), state: 'done' },
          { id: 'signers', title: t('steps.signers') },
          { id: 'order', title: t('steps.order'), state: 'wrong' },
          { id: 'places', title: t('steps.places') },
        ]}
      />
      <ProgressSteps
        label={t('steps.signing')}
        steps={[
          { id: 'willing', title: t('steps.willing'), state: 'done' },
          { id: 'hash', title: t('steps.hash'), state: 'done', detail: 'SHA-256' },
          { id: 'key', title: t('steps.key'), state: 'running' },
          { id: 'stamp', title: t('steps.stamp'), state: 'waiting' },
          { id: 'store', title: t('steps.store'), state: 'failed' },
        ]}
      />
    </Section>
  );
}
