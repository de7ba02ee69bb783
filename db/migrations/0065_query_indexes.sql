CREATE INDEX `certificate_by_serial` ON `certificate` (`serial`);--> statement-breakpoint
CREATE INDEX `certificate_order_applicant` ON `certificate_order` (`applicant_id`);--> statement-breakpoint
CREATE INDEX `department_enterprise` ON `department` (`enterprise_id`);--> statement-breakpoint
CREATE INDEX `enterprise_administrator` ON `enterprise` (`administrator_id`);--> statement-breakpoint
CREATE INDEX `enterprise_credit_code` ON `enterprise` (`credit_code`);--> statement-breakpoint
CREATE INDEX `employee_import_open` ON `employee_import` (`created_at`) WHERE started_at is null;--> statement-breakpoint
CREATE INDEX `onboarding_field_enterprise` ON `onboarding_field` (`enterprise_id`,`state`);--> statement-breakpoint
CREATE INDEX `session_enterprise` ON `session` (`ent_id`);--> statement-breakpoint
CREATE INDEX `newcomer_image_newcomer` ON `newcomer_image` (`newcomer_id`);--> statement-breakpoint
CREATE INDEX `purchase_shipped` ON `purchase` (`shipped_at`) WHERE state = 'SHIPPED';--> statement-breakpoint
CREATE INDEX `purchase_confirmed` ON `purchase` (`confirmed_at`) WHERE state = 'CONFIRMED';--> statement-breakpoint
CREATE INDEX `purchase_payment_provider` ON `purchase_payment` (`provider_no`);--> statement-breakpoint
CREATE INDEX `seal_certificate` ON `seal` (`certificate_id`);--> statement-breakpoint
CREATE INDEX `seal_under_way` ON `seal` (`id`) WHERE certificate_status = 'APPLYING' or certificate_update = 'UPDATING';--> statement-breakpoint
CREATE INDEX `sso_session_customer` ON `sso_session` (`customer_id`);--> statement-breakpoint
CREATE INDEX `template_file_digest` ON `template_file` (`sha256`);--> statement-breakpoint
CREATE INDEX `word_layout_pdf` ON `word_layout` (`pdf`);