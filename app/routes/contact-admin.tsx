import { ContactAdmin } from '../features/company/contact-admin.tsx';

export const handle = { ns: ['company', 'error'] };

export default ContactAdmin;
