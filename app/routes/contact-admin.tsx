import { ContactAdmin } from '../features/company/contact-admin.tsx';

export const handle = { ns: ['company', 'error'], title: 'company:contact.title' };

export default ContactAdmin;
