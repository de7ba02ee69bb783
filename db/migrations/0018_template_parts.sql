CREATE TABLE `template_field` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_key` text NOT NULL,
	`owner_type` text NOT NULL,
	`name` text NOT NULL,
	`length` integer NOT NULL,
	`types` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_by` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `template_field_name` ON `template_field` (`owner_key`,`name`);--> statement-breakpoint
CREATE TABLE `template_record` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_key` text NOT NULL,
	`at` integer NOT NULL,
	`kind` text NOT NULL,
	`part_id` text NOT NULL,
	`name` text NOT NULL,
	`record` text NOT NULL,
	`operator_id` text NOT NULL,
	`remark` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `template_record_owner` ON `template_record` (`owner_key`,`kind`,`at`);--> statement-breakpoint
CREATE TABLE `template_role` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_key` text NOT NULL,
	`owner_type` text NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`note` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_by` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `template_role_name` ON `template_role` (`owner_key`,`name`);--> statement-breakpoint
CREATE TABLE `template_use` (
	`template_id` text NOT NULL,
	`kind` text NOT NULL,
	`part_id` text NOT NULL,
	PRIMARY KEY(`template_id`, `kind`, `part_id`)
);
--> statement-breakpoint
CREATE INDEX `template_use_part` ON `template_use` (`kind`,`part_id`);