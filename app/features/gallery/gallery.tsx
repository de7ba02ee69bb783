import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { useTranslation } from 'react-i18next';
import { pageCache } from '../../shell/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { applyTheme } from '../../ui/theme.ts';
import { useAwake } from '../../ui/use-awake.ts';
import { Actions } from './actions.tsx';
import { Fields } from './fields.tsx';
import style from './gallery.module.css';
import { Kit } from './kit.tsx';
import { Layers } from './layers.tsx';
import { Lists } from './lists.tsx';
import { Look } from './look.tsx';
import { Row } from './section.tsx';

/** Every component of the design system in every state, to look at and to test. */
export function Gallery() {
  const { t, i18n } = useTranslation('gallery');
  const awake = useAwake();
  const [dark, setDark] = useState(false);
  return (
    <main className={style.page}>
      <header className={style.head}>
        <h1>{t('title')}</h1>
        <Row>
          <Button
            kind="quiet"
            icon={dark ? 'sun' : 'moon'}
            onClick={() => {
              setDark(!dark);
              applyTheme(dark ? 'light' : 'dark');
            }}
          >
            {t(dark ? 'light' : 'dark')}
          </Button>
        </Row>
      </header>
      <I18nProvider locale={i18n.language}>
        {awake && (
          <QueryClientProvider client={pageCache()}>
            <Look />
            <Actions />
            <Fields />
            <Layers />
            <Lists />
            <Kit />
          </QueryClientProvider>
        )}
      </I18nProvider>
    </main>
  );
}
