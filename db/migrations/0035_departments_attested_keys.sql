CREATE TABLE `department` (
	`id` text PRIMARY KEY NOT NULL,
	`enterprise_id` text NOT NULL,
	`parent_id` text DEFAULT '' NOT NULL,
	`name` text NOT NULL,
	`head_id` text DEFAULT '' NOT NULL,
	`position` integer NOT NULL,
	`created_at` integer NOT NULL,
	`closed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `department_name` ON `department` (`enterprise_id`,`parent_id`,`name`) WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX `department_parent` ON `department` (`parent_id`);--> statement-breakpoint
ALTER TABLE `certificate` ADD `attested_by` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `member` ADD `department_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `member_department` ON `member` (`department_id`);--> statement-breakpoint
ALTER TABLE `employee` ADD `department_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `employee_department` ON `employee` (`department_id`);--> statement-breakpoint
ALTER TABLE `session` ADD `key_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
INSERT INTO `department` (`id`, `enterprise_id`, `name`, `position`, `created_at`) SELECT lower(hex(randomblob(12))), `enterprise_id`, trim(`department`), row_number() OVER (PARTITION BY `enterprise_id` ORDER BY min(`created_at`)), min(`created_at`) FROM `employee` WHERE trim(`department`) <> '' GROUP BY `enterprise_id`, trim(`department`);--> statement-breakpoint
UPDATE `employee` SET `department_id` = (SELECT `id` FROM `department` WHERE `department`.`enterprise_id` = `employee`.`enterprise_id` AND `name` = trim(`employee`.`department`)) WHERE trim(`department`) <> '';
