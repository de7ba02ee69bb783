import { CopiesPage } from '../features/copies/copies-page.tsx';

export const handle = { ns: ['copies'], title: 'copies:title' };

export default CopiesPage;
