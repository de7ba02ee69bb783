CREATE TABLE `employee_change` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`employee_id` text NOT NULL,
	`section` text NOT NULL,
	`field` text NOT NULL,
	`before_sealed` text NOT NULL,
	`after_sealed` text NOT NULL,
	`operator_id` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `employee_change_employee` ON `employee_change` (`employee_id`,`section`,`at`);--> statement-breakpoint
CREATE TABLE `employee_import` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`creator_id` text NOT NULL,
	`file_name` text NOT NULL,
	`duplicates` text NOT NULL,
	`columns` text NOT NULL,
	`row_num` integer NOT NULL,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`ended_at` integer,
	`refused` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX `employee_import_enterprise` ON `employee_import` (`enterprise_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `employee_import_row` (
	`id` text PRIMARY KEY NOT NULL,
	`import_id` text NOT NULL,
	`enterprise_id` text NOT NULL,
	`number` integer NOT NULL,
	`state` text NOT NULL,
	`cells_sealed` text NOT NULL,
	`problems` text,
	`employee_id` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `employee_import_row_number` ON `employee_import_row` (`import_id`,`number`);--> statement-breakpoint
CREATE INDEX `employee_import_row_state` ON `employee_import_row` (`import_id`,`state`,`number`);--> statement-breakpoint
CREATE INDEX `employee_import_row_failed` ON `employee_import_row` (`created_at`) WHERE state = 'FAILED' and cells_sealed <> '';--> statement-breakpoint
CREATE TABLE `employee_transfer` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`employee_id` text NOT NULL,
	`day` text NOT NULL,
	`from_id` text NOT NULL,
	`to_id` text NOT NULL,
	`reason_sealed` text DEFAULT '' NOT NULL,
	`operator_id` text NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `employee_transfer_employee` ON `employee_transfer` (`employee_id`,`at`);--> statement-breakpoint
CREATE TABLE `newcomer` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`state` text DEFAULT 'TO_COLLECT' NOT NULL,
	`archived` integer DEFAULT false NOT NULL,
	`name_sealed` text NOT NULL,
	`id_type` text NOT NULL,
	`mobile_index` text NOT NULL,
	`id_number_index` text NOT NULL,
	`sealed` text NOT NULL,
	`department_id` text DEFAULT '' NOT NULL,
	`account_id` text DEFAULT '' NOT NULL,
	`link_round` integer DEFAULT 1 NOT NULL,
	`link_hash` text NOT NULL,
	`link_ends_at` integer NOT NULL,
	`since` integer NOT NULL,
	`created_at` integer NOT NULL,
	`created_by` text NOT NULL,
	`employee_id` text DEFAULT '' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `newcomer_list` ON `newcomer` (`enterprise_id`,`archived`,`state`,`since`);--> statement-breakpoint
CREATE INDEX `newcomer_account` ON `newcomer` (`account_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `newcomer_link` ON `newcomer` (`link_hash`);--> statement-breakpoint
CREATE UNIQUE INDEX `newcomer_mobile` ON `newcomer` (`enterprise_id`,`mobile_index`) WHERE state not in ('COMPLETED', 'CANCELLED');--> statement-breakpoint
CREATE UNIQUE INDEX `newcomer_id_number` ON `newcomer` (`enterprise_id`,`id_number_index`) WHERE state not in ('COMPLETED', 'CANCELLED');--> statement-breakpoint
CREATE TABLE `newcomer_image` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`newcomer_id` text NOT NULL,
	`item_id` text NOT NULL,
	`file_key` text NOT NULL,
	`wrapped_key` text NOT NULL,
	`type` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `newcomer_image_item` ON `newcomer_image` (`item_id`);--> statement-breakpoint
CREATE TABLE `newcomer_item` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`newcomer_id` text NOT NULL,
	`field_id` text NOT NULL,
	`field_version` integer NOT NULL,
	`position` integer NOT NULL,
	`state` text DEFAULT 'TO_COLLECT' NOT NULL,
	`value_sealed` text DEFAULT '' NOT NULL,
	`reason_sealed` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `newcomer_item_field` ON `newcomer_item` (`newcomer_id`,`field_id`);--> statement-breakpoint
CREATE TABLE `newcomer_record` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`newcomer_id` text NOT NULL,
	`at` integer NOT NULL,
	`record` text NOT NULL,
	`operator_id` text NOT NULL,
	`remark` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `newcomer_record_newcomer` ON `newcomer_record` (`newcomer_id`,`at`);--> statement-breakpoint
ALTER TABLE `employee` ADD `id_expiry` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `employee` ADD `erased_at` integer;--> statement-breakpoint
CREATE INDEX `employee_left` ON `employee` (`depart_date`) WHERE state = 'DEPARTED' and erased_at is null;--> statement-breakpoint
ALTER TABLE `signer` ADD `id_type` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `signer` ADD `id_number_index` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `signer` ADD `id_number_sealed` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `signer` ADD `seal_kind` text DEFAULT '' NOT NULL;