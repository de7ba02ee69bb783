import { useTranslation } from 'react-i18next';
import { Notice } from '../../../ui/notice.tsx';
import { TemplatePage } from '../room/template-page.tsx';
import { WordScreen } from './word-screen.tsx';

/** /company/frontWordPreview ([2.3b]): the Word template given in the URL. */
export default function WordTemplate() {
  const { t } = useTranslation('templateWord');
  return (
    <TemplatePage>
      {({ template, ...opened }) =>
        template ? (
          <WordScreen {...opened} template={template} />
        ) : (
          <Notice tone="warning">{t('offline')}</Notice>
        )
      }
    </TemplatePage>
  );
}
