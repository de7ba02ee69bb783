import type { InvoiceForm } from '#core/order/invoice-form.ts';

/** A request for a normal invoice as a buyer fills it in. */
export const INVOICE: InvoiceForm = {
  type: 'NORMAL',
  title: '厦门星河科技有限公司',
  taxId: '91350200776049653A',
  contact: '周知白',
  email: 'finance@example.com',
  phone: '0592-5551234',
  address: '福建省厦门市思明区软件园二期 8 号',
  registeredAddress: '',
  registeredPhone: '',
  bankName: '',
  bankAccount: '',
};
