CREATE TABLE `employee` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`state` text DEFAULT 'ACTIVE' NOT NULL,
	`name_sealed` text NOT NULL,
	`id_type` text NOT NULL,
	`mobile_index` text NOT NULL,
	`id_number_index` text NOT NULL,
	`sealed` text NOT NULL,
	`entry_date` text NOT NULL,
	`department` text DEFAULT '' NOT NULL,
	`job_content` text DEFAULT '' NOT NULL,
	`work_location` text DEFAULT '' NOT NULL,
	`regular_date` text DEFAULT '' NOT NULL,
	`first_work_date` text DEFAULT '' NOT NULL,
	`contract_start` text DEFAULT '' NOT NULL,
	`contract_end` text DEFAULT '' NOT NULL,
	`depart_date` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `employee_roster` ON `employee` (`enterprise_id`,`state`,`created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `employee_mobile` ON `employee` (`enterprise_id`,`mobile_index`) WHERE state = 'ACTIVE';--> statement-breakpoint
CREATE UNIQUE INDEX `employee_id_number` ON `employee` (`enterprise_id`,`id_number_index`) WHERE state = 'ACTIVE';--> statement-breakpoint
CREATE TABLE `employee_image` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`employee_id` text NOT NULL,
	`kind` text NOT NULL,
	`file_key` text NOT NULL,
	`wrapped_key` text NOT NULL,
	`type` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `employee_image_kind` ON `employee_image` (`employee_id`,`kind`);--> statement-breakpoint
CREATE TABLE `employee_record` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`employee_id` text NOT NULL,
	`at` integer NOT NULL,
	`record` text NOT NULL,
	`operator_id` text NOT NULL,
	`remark` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `employee_record_employee` ON `employee_record` (`employee_id`,`at`);